"""Whole games on Discord, kept as text: what was done, and all that anybody saw of it.

A session (`kept/*.txt`) begins with its cast: a title, the seed, who tells the stories, the people (`*`: the server is
theirs to manage), and whose private messages are closed. Then follow its deeds, each with all that appeared after it:

    == Ala: /rada nowa watek: False         a command with its options; `@Bartek` is a person
    == Bartek: [Dołącz] on #rada 1          a button, on which message
    == Ala: <Tempo gry: Blitz> on #rada 1   something chosen from a select
    == Ala: «Moje słowa»                    the form that was opened last, filled in
    == Ala: ? rada zasady rozdzial: gło     what is offered while somebody types into an option
    == 60 s                                 nobody does anything for so long

    -- DM Ala 3                             the third message of that place, new
    -- #rada, only Ala 1 edited             lines that went (-) and that came (+), or all of it (=), as it stands now
    Królestwo: □ Stabilność …17             the seventeenth of the long lines, which is not told twice in full
      | ★ Bartek (=)                        an option with the same hint as the one above it

After each deed a short while goes by, longer than the beat on which boards are put right. What appears between two
deeds stands place by place, first what is new: only within a place is the order true.

    python -m tests.discord.sessions              plays all sessions anew, and keeps them as they are then
    python -m tests.discord.sessions restarts     kills the bot before each deed in turn, and compares
"""
