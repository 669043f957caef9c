"""An album as one page that needs nothing else: every section a phone."""

import base64
import html
from pathlib import Path
from typing import Final

from tests.discord.seen import Button, Form, Menu
from tests.gallery.album import Album, Item, Section
from tests.gallery.markdown import Names, render

STYLE: Final = (Path(__file__).parent / "style.css").read_text("utf-8")
PLACES: Final = {"DM": "wiadomość prywatna"}


def page(album: Album) -> str:
    index = "".join(f'<a href="#s{n}">{_text(s.title)}</a>' for n, s in enumerate(album.sections, 1))
    phones = "".join(_section(n, s) for n, s in enumerate(album.sections, 1))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    title = "Rada Popiołów na telefonie"
    return (
        f'<!doctype html><html lang="pl"><head>{head}<title>{title}</title></head>'
        f"<body><h1>{title}</h1><nav>{index}</nav><main>{phones}</main></body></html>"
    )


def _section(number: int, section: Section) -> str:
    items = "".join(_item(item, section.names) for item in section.items)
    note = f'<p class="note">{_text(section.note)}</p>' if section.note else ""
    return f'<section id="s{number}"><h2>{_text(section.title)}</h2>{note}{items}</section>'


def _item(item: Item, names: Names) -> str:
    if item.what == "did":
        return f'<p class="did">{_text(item.text.removeprefix("> "))}</p>'
    if item.form is not None:
        return _form(item.form)
    if item.shown is None:
        return f'<p class="did">usunięta wiadomość ({_text(item.place)})</p>'
    where = PLACES.get(item.place, item.place.replace(", only you", ""))
    about = f"{where}{', zmieniona' if item.what == 'edited' else ''}{f' {item.edits} razy' if item.edits else ''}"
    pictures = zip(item.shown.pictures, item.files, strict=True)
    parts = (
        f'<p class="who"><b>Rada Popiołów</b> <span class="app">APLIKACJA</span> <small>{_text(about)}</small></p>',
        f'<div class="text">{render(item.shown.content, names, item.at)}</div>' if item.shown.content else "",
        *(_picture(picture.name, picture.alt, data) for picture, data in pictures),
        *(f'<div class="row">{"".join(map(_pressable, row))}</div>' for row in item.shown.rows),
        '<p class="only">Tylko Ty to widzisz • Odrzuć wiadomość</p>' if item.private else "",
    )
    return f'<article class="{"private" if item.private else ""}">{"".join(parts)}</article>'


def _picture(name: str, alt: str, data: bytes) -> str:
    if not name.endswith(".png"):
        return f'<p class="file">📄 {_text(name)} <small>{len(data)} B</small></p>'
    source = base64.b64encode(data).decode()
    return f'<img src="data:image/png;base64,{source}" alt="{html.escape(alt)}"><p class="alt">ALT {_text(alt)}</p>'


def _pressable(item: Button | Menu) -> str:
    if isinstance(item, Menu):
        return _menu(item)
    off = " disabled" if item.disabled else ""
    return f'<button class="{item.style}"{off}>{_text(item.label)}</button>'


def _menu(menu: Menu) -> str:
    """Opened, as it stands when somebody has touched it."""
    options = "".join(
        f'<li class="{"chosen" if one.chosen else ""}"><b>{_text(one.label)}</b><small>{_text(one.hint)}</small></li>'
        for one in menu.choices
    )
    chosen = [one.label for one in menu.choices if one.chosen]
    return f'<div class="menu"><p>{_text(", ".join(chosen) or menu.label)} <span>▾</span></p><ul>{options}</ul></div>'


def _form(form: Form) -> str:
    fields = "".join(
        f"<label>{_text(one.label)}</label><textarea rows=4>{_text(one.text)}</textarea>"
        f'<p class="most">do {one.most}</p>'
        for one in form.fields
    )
    send = '<button class="main">Wyślij</button>'
    return f'<article class="form"><h3>{_text(form.title)}</h3>{fields}{send}</article>'


def _text(text: str) -> str:
    return html.escape(text, quote=False)
