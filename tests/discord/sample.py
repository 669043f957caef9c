"""A bot as small as can be, to try the harness on."""

import asyncio
import time
from typing import Any

import discord
from discord import app_commands, ui

NOBODY = discord.AllowedMentions.none()


class Sample(discord.Client):
    """Counts. Views are used to write, as the true bot does, and one function answers everything."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=NOBODY)
        self.tree = app_commands.CommandTree(self)
        self.count = 0
        self.locales: list[str] = []
        self.slept = 0

    async def setup_hook(self) -> None:
        group = app_commands.Group(name="rada", description="Gra")
        group.command(name="nowa", description="Nowa gra")(nowa)
        group.command(name="kto", description="O kim mowa")(who)
        group.command(name="zasady", description="Zasady")(rules)
        self.tree.add_command(group)
        secret = app_commands.Group(
            name="rada-mod", description="Dla prowadzących", default_permissions=discord.Permissions(manage_guild=True)
        )
        secret.command(name="stop", description="Koniec")(stop)
        self.tree.add_command(secret)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.locales.append(str(interaction.locale))
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.component:
            await self._pressed(interaction, str(data["custom_id"]), data.get("values", []))
        elif interaction.type is discord.InteractionType.modal_submit:
            text = data["components"][0]["components"][0]["value"]
            await interaction.response.send_message(f"Zapisane: {text}", ephemeral=True)

    async def _pressed(self, interaction: discord.Interaction, id_: str, values: object) -> None:
        if id_ == "more":
            was = self.count
            await interaction.response.edit_message(content=f"Licznik: {was + 1}", view=board())
            self.count = was + 1  # a race that somebody left in
        elif id_ == "write":
            await interaction.response.send_modal(Words())
        elif id_ == "pick":
            await interaction.response.send_message(f"Wybrane: {values}", ephemeral=True)
        elif id_ == "later":
            await interaction.response.defer(ephemeral=True, thinking=True)
            await asyncio.sleep(60)
            self.slept += 1
            await interaction.edit_original_response(content="Już")
        elif id_ == "thread":
            await asyncio.to_thread(time.sleep, 0.02)
            await interaction.response.send_message("Policzone", ephemeral=True)
        elif id_ == "dm":
            await self._write(interaction.user)
            await interaction.response.send_message("Wysłane", ephemeral=True)
        elif id_ != "silent":
            await interaction.response.send_message("Nie znam tego przycisku", ephemeral=True)

    async def _write(self, user: discord.User | discord.Member) -> None:
        picture = discord.File(__file__, "wykres.png", description="Wykres: rosnąca krzywa")
        await user.send("Panel", view=board(), file=picture, nonce="0123")


class Words(ui.Modal):
    def __init__(self) -> None:
        super().__init__(title="Mowa", custom_id="words")
        self.add_item(ui.TextInput(label="Treść", custom_id="text", max_length=200))
        self.stop()


def board() -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Więcej", custom_id="more", style=discord.ButtonStyle.primary))
    view.add_item(ui.Button(label="Nie teraz", custom_id="no", disabled=True))
    view.add_item(ui.Button(label="Napisz", custom_id="write"))
    view.add_item(ui.Button(label="Później", custom_id="later"))
    view.add_item(ui.Button(label="Do mnie", custom_id="dm"))
    pick: ui.Select[ui.View] = ui.Select(placeholder="Wariant", custom_id="pick")
    pick.add_option(label="Klasyczny", value="a", description="jak w pudełku", default=True)
    pick.add_option(label="Krótki", value="b")
    view.add_item(pick)
    view.stop()
    return view


async def nowa(interaction: discord.Interaction, watek: bool = False) -> None:  # noqa: FBT001, FBT002
    await interaction.response.send_message(f"Licznik: 0 {watek}", view=board())


async def who(
    interaction: discord.Interaction,
    osoba: discord.User | None = None,
    kanal: discord.TextChannel | None = None,
    rola: discord.Role | None = None,
) -> None:
    names = [str(one.name) for one in (osoba, kanal, rola) if one is not None]
    await interaction.response.send_message(" ".join(names), ephemeral=True)


async def suggestions(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=word, value=word[0]) for word in ("głosy", "wygnanie") if typed in word]


@app_commands.autocomplete(rozdzial=suggestions)
async def rules(interaction: discord.Interaction, rozdzial: str) -> None:
    await interaction.response.send_message(f"Rozdział {rozdzial}", ephemeral=True)


async def stop(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Koniec")
