"""One whole game, from the first look at the help to the end: what everybody sees of it."""

from unittest.mock import patch

from bot.rulebook import SECTIONS
from narrator.choose import Narrators
from tests.discord.hosting import Host
from tests.discord.people import Person
from tests.discord.sim import Sim
from tests.gallery.album import Album
from tests.gallery.plays import Play, kindest, seeded

WORDS = (
    "Gospodarka się chwieje, więc *najpierw* chleb, potem ceremonie.",
    "Kto dziś milczy, ten jutro zapłaci. Obiecuję głosować tak, żeby Stabilność nie spadła.",
    "Jestem za.\nAle tylko raz, i tylko z Gwardią.",
)


async def evening(album: Album) -> None:
    with seeded("evening"):
        async with album.sim(Host()) as sim:
            await Evening(album, sim).play()


class Evening:
    """Celina takes no private messages, Dawid comes and goes, Mirka moderates and does not play, Gustaw looks on."""

    def __init__(self, album: Album, sim: Sim) -> None:
        self.album, self.sim = album, sim
        self.ala, self.bartek, self.celina = (sim.person(name) for name in ("Ala", "Bartek", "Celina"))
        self.dawid, self.gustaw = sim.person("Dawid"), sim.person("Gustaw")
        self.mirka = sim.person("Mirka", manages=True)
        self.game = Play(sim, (self.ala, self.bartek, self.celina), kindest)

    async def play(self) -> None:
        await self.before()
        await self.lobby()
        await self.trial()
        await self.statements()
        await self.statement_vote()
        await self.actions()
        await self.policy_vote()
        await self.second_round()
        await self.moderating()
        await self.later_rounds()
        await self.afterwards()
        self.album.channel("Kanał gry, cała gra", "Tak stoi po grze. Liczniki zmieniają się w miejscu.")
        self.album.conversation("Prywatne wiadomości Ali, cała gra", self.ala)

    # -- before the game ----------------------------------------------------------------------------------------------

    async def before(self) -> None:
        with self.album.section("Pomoc", self.ala):
            await self.ala.command("rada pomoc")
        with self.album.section("Zasady: spis", self.ala):
            shown = (await self.ala.command("rada zasady")).message
        for key in SECTIONS:
            with self.album.section(f"Zasady: {key}", self.ala):
                await self.ala.choose("Wybierz rozdział", key, on=shown)
        with self.album.section("Bez gry", self.ala):
            await self.ala.command("rada panel")

    async def lobby(self) -> None:
        with self.album.section("Stół: otwarcie", self.ala, public=True):
            await self.ala.command("rada nowa")
        with self.album.section("Stół: zmiany", self.bartek, "Oczami Bartka.", public=True):
            await self.bartek.press("Dołącz")
            await self.bartek.press("Dołącz")
            await self.bartek.press("Zacznij grę")
            await self.celina.press("Dołącz")
            await self.dawid.press("Dołącz")
            await self.ala.choose("Tempo", "daily")
            await self.ala.choose("Tempo", "evening")
        with self.album.section("Stół: wyjście poleceniem", self.dawid, public=True):
            await self.dawid.command("rada opusc")
            await self.dawid.press("Wychodzę")
            await self.dawid.press("Dołącz")
        with self.album.section("Stół: jeszcze raz na dole", self.gustaw, public=True):
            await self.gustaw.command("rada nowa")

    async def trial(self) -> None:
        self.sim.close_dms(self.celina)
        await self.sim.leave(self.dawid)
        with self.album.section("Próba: brak uprawnień", self.ala):
            await self.sim.deny("attach_files", "read_message_history")
            await self.ala.press("Zacznij grę")
            await self.sim.advance(10)
            await self.sim.allow_all()
        with self.album.section("Próba: osoby i narrator", self.ala), patch.object(Narrators, "try_out", _silent):
            again = await self.ala.press("Sprawdź ponownie")
            await self.sim.advance(10)
            asked = again.message
        self.sim.guild.add_member(self.dawid.user)
        await self.dawid.press("Wychodzę")
        with self.album.section("Próba: mimo to", self.ala, public=True):
            await self.ala.press("Zacznij mimo to", asked)
            await self.sim.advance(10)

    # -- the first round, phase by phase ------------------------------------------------------------------------------

    async def statements(self) -> None:
        with self.album.section("Panel: oświadczenia", self.ala, "W prywatnej wiadomości."):
            panel = self.game.panel(self.ala)
            assert panel is not None
            said = await self.game.speak(self.ala, WORDS[0], panel)
            await self.game.speak(self.ala, WORDS[1], said.message)
        with self.album.section("Odmowa: tekst ze znakiem odwracającym pismo", self.ala):
            await self.game.speak(self.ala, "\u202eodwrotnie", panel)
        with self.album.section("Panel bez prywatnych wiadomości", self.celina, "Celina naciska przycisk na kanale."):
            shown = (await self.celina.press("Mój panel")).message
            await self.celina.press("Zachowaj milczenie", shown)
            await self.celina.press("Moja teczka", shown)
        with self.album.section("Ktoś z widowni", self.gustaw):
            await self.gustaw.press("Mój panel")
            await self.gustaw.command("rada stan")
        with self.album.section("Prowadzenie: stan", self.mirka):
            await self.mirka.command("rada-mod stan")
        await self.game.speak(self.bartek, WORDS[2])
        await self.sim.advance(60)

    async def statement_vote(self) -> None:
        with self.album.section("Panel: głosowanie na oświadczenia", self.ala):
            await self.game.pick(self.ala, "abstain", self.game.panel(self.ala))
            await self.game.pick(self.ala, self._author(self.bartek), self.game.panel(self.ala))
        with self.album.section("Odmowa: przycisk z zamkniętej fazy", self.celina):
            old = next(one for one in self.celina.sees() if "Złóż oświadczenie" in str(one))
            await self.celina.press("Złóż oświadczenie", old)
        await self.game.rest()

    def _author(self, person: Person) -> str:
        return f"vote_statement.{self.game.seat(person)}"

    async def actions(self) -> None:
        with self.album.section("Panel: akcje", self.ala):
            for value in (f"unmask.{self.game.seat(self.bartek)}", "protect"):
                await self.game.pick(self.ala, value, self.game.panel(self.ala))
        with self.album.section("Akcje: każdy wybór i pokwitowanie", self.bartek, "W odpowiedzi na polecenie."):
            shown = await self.game.open_panel(self.bartek)
            for value in (f"unmask.{self.game.seat(self.ala)}", "protect", "pass", "sow.guard"):
                await self.game.pick(self.bartek, value, shown)
        await self.game.pick(self.celina, f"unmask.{self.game.seat(self.ala)}")
        await self.sim.advance(60)

    async def policy_vote(self) -> None:
        panel = self.game.panel(self.ala)
        assert panel is not None
        with self.album.section("Panel: dylemat", self.ala):
            asked = await self.game.ask_vote(self.ala, 1, panel)
            back = await self.ala.press("Wróć", asked.message)
            await self.game.vote(self.ala, 2, back.message)
        with self.album.section("Stan: dylemat", self.gustaw):
            await self.gustaw.command("rada stan")
        await self.game.rest()

    # -- and on -------------------------------------------------------------------------------------------------------

    async def second_round(self) -> None:
        for title, person in (("Teczka Ali", self.ala), ("Teczka Celiny", self.celina)):
            with self.album.section(f"{title} po pierwszej rundzie", person):
                await person.command("rada teczka")
        await self.game.until("actions", 2)
        await self.game.pick(self.ala, f"unmask.{self.game.seat(self.bartek)}")
        await self.game.act(self.bartek)
        await self.game.pick(self.celina, "protect")
        await self.sim.advance(60)
        assert self.game.state.phase == "policy_vote"
        with self.album.section("Ostatni ruch w fazie", self.celina, "Faza zamyka się z tym głosem."):
            await self.game.act(self.ala)
            await self.game.act(self.bartek)
            await self.sim.advance(60)
            await self.game.act(self.celina)
        await self.sim.advance(60)

    async def moderating(self) -> None:
        with self.album.section("Prowadzenie: przerwa", self.mirka, public=True):
            await self.mirka.command("rada-mod pauza")
        with self.album.section("Panel w czasie przerwy", self.ala):
            panel = self.game.panel(self.ala)
            assert panel is not None
            await self.ala.press("Odśwież", panel)
            await self.ala.command("rada panel")
        with self.album.section("Odmowa: przycisk sprzed przerwy", self.bartek):
            await self.bartek.press("Zachowaj milczenie", self.game.panel(self.bartek))
        with self.album.section("Prowadzenie: polecenia", self.mirka, public=True):
            await self.mirka.command("rada-mod wznow")
            await self.mirka.command("rada-mod wznow")
            for minutes in (5, 4320, 4320, 4320):
                await self.mirka.command("rada-mod przedluz", minuty=minutes)
            await self.mirka.command("rada-mod tempo", tempo="blitz")
            await self.mirka.command("rada-mod tempo", tempo="evening")
            await self.mirka.command("rada-mod zamknij")
            await self.mirka.command("rada-mod eksport")
        with self.album.section("Prowadzenie: miejsca", self.mirka, public=True):
            await self.mirka.command("rada-mod przekaz", miejsce=self._automaton(), osoba=self.gustaw)
            await self.mirka.command("rada-mod przekaz", miejsce=self._automaton(), osoba=self.bartek)
            await self.mirka.command("rada-mod usun", miejsce=11)
            asked = await self.mirka.command("rada-mod usun", miejsce=self._automaton())
            await self.mirka.press("Wróć", asked.message)
            asked = await self.mirka.command("rada-mod usun", miejsce=self._automaton())
            await self.mirka.press("Tak, zwolnij miejsce", asked.message)
            await self.mirka.command("rada-mod zakoncz")
        with self.album.section("Prowadzenie: ustawienia", self.mirka):
            await self.mirka.command("rada-mod ustawienia")
            role = self.sim.guild.create_role("mistrzynie gry")
            await self.mirka.command("rada-mod ustawienia", kanal=self.sim.channel, rola=role, wariant="harsh")
            await self.mirka.command("rada-mod przenies", where=self.sim.guild.create_text_channel("inny"))
        with self.album.section("Gra nie na tym kanale", self.ala):
            await self.ala.command("rada nowa", where=self.sim.guild.create_text_channel("jeszcze-inny"))
            await self.ala.command("rada nowa")
        with self.album.section("Prowadzenie: nie każdy", self.ala):
            await self.ala.command("rada-mod pauza", anyhow=True)

    def _automaton(self) -> int:
        sitters = self.game.table.sitting.kept.sitters
        state = self.game.state
        return next(n for n, s in enumerate(sitters, 1) if s.person is None and state.councillor(n).status == "active")

    async def later_rounds(self) -> None:
        self.game.people = (*self.game.people, self.gustaw)
        with self.album.section("Kto się spóźnia", self.ala, "Przypomnienie przychodzi prywatnie."):
            await self.game.until("statements", 4)
            await self.sim.advance(600)
            await self.game.until("policy_vote", 4)
            await self.sim.advance(600)
        await self.game.until("statements", 5)
        with self.album.section("Opuszczenie Rady", self.bartek, public=True):
            asked = await self.bartek.command("rada opusc")
            await self.bartek.press("Wróć", asked.message)
            asked = await self.bartek.command("rada opusc")
            await self.bartek.press("Tak, opuszczam Radę", asked.message)
            await self.sim.advance(10)
            await self.bartek.command("rada panel")
        await self.game.to_the_end()

    async def afterwards(self) -> None:
        with self.album.section("Po grze", self.ala):
            await self.ala.command("rada panel")
            await self.ala.command("rada teczka")
            panel = self.game.panel(self.ala)
            assert panel is not None
            await self.ala.press(panel.buttons[0].label, panel)
        with self.album.section("Prowadzenie: zapis gry", self.mirka, public=True):
            await self.mirka.command("rada-mod eksport")
        with self.album.section("Prowadzenie: dziennik", self.mirka):
            await self.mirka.command("rada-mod dziennik")


async def _silent(*_: object) -> str:
    return "no answer"
