"""`rada backup`, `rada restore` and `rada check`, as a host types them."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.sqlite_store import SqliteStore
from bot.store import NewGame


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "rada.db"
    opened = await SqliteStore.open(path)
    await opened.write(NewGame("g", "{}", "{}"))
    await opened.close()
    monkeypatch.setenv("RADA_STORE", str(path))
    return path


def said(capsys: pytest.CaptureFixture[str], code: int, *command: str) -> str:
    assert main(command) == code
    out, err = capsys.readouterr()
    assert (err if code else out).count("\n") >= 1
    assert "Traceback" not in err
    return out + err


async def games(path: Path) -> list[str]:
    opened = await SqliteStore.open(path)
    try:
        return [row.game for row in await opened.games()]
    finally:
        await opened.close()


async def test_a_store_is_copied_spoiled_and_put_back(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = store.with_name("copy.db")
    assert said(capsys, 0, "backup", str(copy)) == f"{store} is copied to {copy}.\n"
    assert said(capsys, 0, "check") == f"{store} is sound.\n"
    store.write_bytes(b"spoiled" * 1000)
    assert said(capsys, 1, "check").startswith(f"rada check: {store}: the file is damaged")
    assert "is kept as" in said(capsys, 0, "restore", str(copy))
    assert await games(store) == ["g"]


def test_another_store_can_be_named(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = store.with_name("copy.db")
    said(capsys, 0, "backup", str(copy))
    assert said(capsys, 0, "check", "--store", str(copy)) == f"{copy} is sound.\n"


@pytest.mark.parametrize(
    ("command", "cure"),
    [
        (("backup", "x.db"), "made when the bot starts"),
        (("check",), "made when the bot starts"),
        (("restore", "nothing.db"), "nothing.db: there is no such file\n"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    cure: str,
) -> None:
    monkeypatch.setenv("RADA_STORE", str(tmp_path / "none.db"))
    text = said(capsys, 1, command[0], *(str(tmp_path / file) for file in command[1:]))
    assert text.startswith(f"rada {command[0]}: {tmp_path}/")
    assert cure in text
    assert text.count("\n") == 1
    assert not list(tmp_path.glob("[!.]*.db"))
