"""What that one game does not reach: other ends, and what goes wrong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.discord.hosting import Host
from tests.discord.people import Person
from tests.gallery.album import Album
from tests.gallery.plays import Play, cruellest, seeded, split


async def elsewhere(album: Album) -> None:
    await lobbies(album)
    await dominance(album)
    await disgrace(album)
    await ruin(album, "fall 2", "Koniec: upadek królestwa")
    await ruin(album, "fall 0", "Koniec: cała Rada na wygnaniu")
    await deserted(album)
    await abandoned(album)
    await hinted(album)
    await troubles(album)
    await dead_buttons(album)
    await several_games(album)


@asynccontextmanager
async def table(album: Album, seed: str, *names: str) -> AsyncIterator[tuple[Play, list[Person], Person]]:
    """People who have not begun yet, and one who moderates."""
    with seeded(seed):
        async with album.sim(Host()) as sim:
            people = [sim.person(name) for name in names or ("Ala", "Bartek", "Celina")]
            yield Play(sim, people), people, sim.person("Mirka", manages=True)


async def lobbies(album: Album) -> None:
    async with table(album, "lobbies") as (_, (ala, bartek, celina), _mirka):
        await ala.command("rada nowa")
        with album.section("Stół bez nikogo", ala, public=True):
            await ala.press("Wychodzę")
        for person in (ala, bartek, celina):
            await person.press("Dołącz")
        with album.section("Stół bez automatów", ala, public=True):
            await ala.choose("Liczba osób w Radzie", "3")
        with album.section("Stół zamknięty", ala, public=True):
            stood = next(one for one in ala.sees() if one.buttons)
            join = stood.buttons[0].custom_id
            await ala.press("Zamknij stół")
            await ala.forge(join, stood)


async def dominance(album: Album) -> None:
    async with table(album, "dominance") as (game, (ala, *_), _):
        await game.begin("evening")
        album.conversation("Mała Rada: pierwsze wiadomości", ala)
        await game.until("policy_vote", 5)
        with album.section("Koniec: Dominacja", ala, public=True):
            await game.to_the_end()


async def disgrace(album: Album) -> None:
    """Powers lift the kingdom again after a policy that brought disgrace on whoever wanted it."""
    async with table(album, "disgrace 48", "Ala", "Bartek", "Celina", "Dawid", "Ewa", "Felek") as (game, people, _):
        game.taste = split
        await game.begin()
        await game.until("policy_vote", 2)
        with album.section("Reguła Hańby: panel przed głosem", people[0]):
            await game.open_panel(people[0])
        with album.section("Reguła Hańby: wygnanie", people[0], public=True):
            await game.rest()
            await game.open_panel(people[0])
        assert game.state.councillor(game.seat(people[0])).status == "exiled"


async def ruin(album: Album, seed: str, title: str) -> None:
    """All want the worst; only the last round is shown."""
    async with table(album, seed) as (game, (ala, *_), _):
        game.taste = cruellest
        await game.begin()
        start = 0
        while not game.over:
            start = len(album.journal.kept)
            await game.rest()
        await game.sim.advance(60)
        album.add(title, ala, start=start, public=True)


async def deserted(album: Album) -> None:
    async with table(album, "deserted") as (game, (ala, bartek, celina), _):
        await game.begin()
        with album.section("Koniec: Rada opustoszała", ala, public=True):
            for person in (bartek, celina):
                asked = await person.command("rada opusc")
                await person.press("Tak, opuszczam Radę", asked.message)
            await game.sim.advance(30)


async def abandoned(album: Album) -> None:
    async with table(album, "abandoned") as (game, _, mirka):
        await game.begin()
        with album.section("Koniec: przerwana przez moderację", mirka, public=True):
            asked = await mirka.command("rada-mod zakoncz")
            await mirka.press("Tak, zakończ grę", asked.message)
            await game.sim.advance(30)
            await mirka.command("rada-mod dziennik")


async def hinted(album: Album) -> None:
    """What hides numbers, without a clock."""
    async with table(album, "hinted") as (game, (ala, *_), mirka):
        await game.begin("harsh", "endless")
        await game.until("policy_vote")
        with album.section("Trudne czasy, bez zegara: dylemat", ala):
            await game.open_panel(ala)
        for key in ("dilemma", "disgrace"):
            with album.section(f"Trudne czasy, zasady: {key}", ala):
                await ala.command("rada zasady", rozdzial=key)
        with album.section("Bez zegara nie ma czego przedłużać", mirka):
            await mirka.command("rada-mod przedluz", minuty=5)


async def troubles(album: Album) -> None:
    async with table(album, "rights") as (game, (ala, *_), mirka):
        await game.begin()
        with album.section("Kłopot: botowi odebrano uprawnienia", ala, public=True):
            await game.sim.deny("send_messages", "attach_files")
            await game.sim.advance(60)
            await game.sim.allow_all()
            await mirka.command("rada-mod wznow")
    async with table(album, "channel") as (game, (ala, *_), mirka):
        await game.begin()
        with album.section("Kłopot: usunięty kanał", ala, public=True):
            other = game.sim.guild.create_text_channel("nowy-kanal")
            await game.sim.delete_channel()
            await game.sim.advance(60)
        with album.section("Kłopot: przeniesienie gry", mirka, public=True):
            await mirka.command("rada-mod przenies", where=other)
            await mirka.command("rada-mod wznow", where=other)
            await game.sim.advance(60)
    async with table(album, "kicked") as (game, (ala, *_), _):
        await game.begin()
        with album.section("Kłopot: bot poza serwerem", ala):
            await game.sim.kick()
            await game.sim.advance(60)
            await game.sim.invite()
    async with table(album, "left") as (game, (ala, bartek, _), _):
        await game.begin()
        with album.section("Kłopot: ktoś opuszcza serwer", ala, public=True):
            await game.sim.leave(bartek)
            await game.rest(bartek)
            await game.sim.advance(600)


async def dead_buttons(album: Album) -> None:
    async with table(album, "dead") as (game, (ala, _bartek, _), mirka):
        await game.begin()
        panel = await game.open_panel(ala)
        with album.section("Martwe przyciski", ala, "Z dawnej wersji, z innej fazy, ze skończonej gry."):
            await ala.forge("rada|stary", panel)
            panel = await game.open_panel(ala)
            await mirka.command("rada-mod zamknij")
            await ala.press("Zachowaj milczenie", panel)
            asked = await mirka.command("rada-mod zakoncz")
            last = game.panel(ala)
            assert last is not None
            await mirka.press("Tak, zakończ grę", asked.message)
            await game.sim.advance(30)
            await game.pick(ala, "pass", last)


async def several_games(album: Album) -> None:
    async with table(album, "several") as (game, (ala, bartek, celina), _):
        await game.begin()
        with album.section("Gra w wątku", ala, public=True):
            other = game.sim.guild.create_text_channel("druga")
            await ala.command("rada nowa", watek=True, where=other)
        for person in (bartek, celina):
            await person.press("Dołącz")
        await ala.press("Zacznij grę")
        await game.sim.advance(30)
        with album.section("O którą grę chodzi", ala):
            await ala.command("rada panel", where=ala.dm)
            await ala.command("rada nowa")
