"""The `rada` command. What a subcommand needs is imported only when it is asked for, so that help comes at once."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from typing import Final

FAILED: Final = 1
INTERRUPTED: Final = 130
WRITING: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read us has gone; Python must not try to flush to them once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        print(f"rada: {_what_failed(error)}", file=sys.stderr)
        return FAILED
    return code


def _what_failed(error: OSError) -> str:
    """What is wrong with a file a command says itself, and the output has no name."""
    if error.filename is None and error.errno in WRITING:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return f"the output could not be written: {error.strerror}"
    return f"{error.filename or 'the system'}: {error.strerror or type(error).__name__}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rada", description="Rada Popiołów, the Council of Ashes.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="replay a recorded game and compare it with what it says")
    replay.add_argument("file", metavar="FILE", help="a recording (JSON Lines)")
    replay.add_argument("--json", action="store_true", help="print the whole recording, filled in, and the final state")
    replay.add_argument("--keep-going", action="store_true", help="print what is refused and go on")
    replay.set_defaults(run=_replay)
    simulate = commands.add_parser("simulate", help="play many games between automated councillors and count")
    simulate.add_argument("--games", metavar="N", default="1000", help="how many of each size (default 1000)")
    simulate.add_argument("--seats", metavar="N[-N]", default="6-12", help="one size or a range (default 6-12)")
    simulate.add_argument("--preset", metavar="NAME", default="rulebook", help="rulebook, evening or harsh")
    simulate.add_argument(
        "--temperaments",
        metavar="NAMES",
        default="mixed",
        help="mixed, or names joined by commas; every seat draws one (loyalist, courtier, guardian, schemer, "
        "saboteur; random plays any legal move)",
    )
    simulate.add_argument("--seed", default="rada", help="the same seed, the same games")
    simulate.add_argument("--json", action="store_true", help="print the figures as JSON")
    simulate.add_argument("--chart", metavar="FILE", help="also draw them, to a .png or .svg file")
    simulate.set_defaults(run=_simulate)
    bot = commands.add_parser("bot", help="serve the game on Discord")
    bot.add_argument("--store", metavar="STORE", help="the store (default: RADA_STORE, or rada.db among your data)")
    bot.set_defaults(run=_bot)
    doctor = commands.add_parser("doctor", help="see whether everything the bot needs is there, and what to do if not")
    doctor.add_argument("--store", metavar="STORE", help="the store (default: RADA_STORE, or rada.db among your data)")
    doctor.set_defaults(run=_doctor)
    _add_keeping(commands)
    _add_play(commands.add_parser("play", help="play a game in the terminal"))
    return parser


def _add_keeping(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    helps = {
        "backup": "copy the store to FILE while games run",
        "restore": "put a copy in the store's place; the old one stays beside it",
        "check": "see whether the store is sound",
    }
    for name, text in helps.items():
        command = commands.add_parser(name, help=text)
        if name != "check":
            command.add_argument("file", metavar="FILE", help="the copy")
        command.add_argument(
            "--store", metavar="STORE", help="the store (default: RADA_STORE, or rada.db among your data)"
        )
        command.set_defaults(run=_keep, task=name)


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("--seed", help="the same seed, the same game (default: drawn)")
    play.add_argument("--seats", metavar="N", help="how many councillors, people among them (default 6)")
    play.add_argument("--preset", metavar="NAME", default="rulebook", help="rulebook, evening or harsh")
    play.add_argument("--name", help="who plays (default: asked)")
    play.add_argument("--hot-seat", metavar="NAMES", help="several people at one keyboard, joined by commas")
    play.add_argument("--auto", action="store_true", help="automated councillors only: play a whole game and print it")
    play.add_argument("--file", metavar="FILE", help="where games are kept (default: the user's data folder)")
    play.add_argument("--new", action="store_true", help="begin a new game without asking about unfinished ones")
    play.set_defaults(run=_play)


def _keep(arguments: argparse.Namespace) -> int:
    from bot.keeping import keep

    return keep(arguments.task, arguments.store, getattr(arguments, "file", ""))


def _bot(arguments: argparse.Namespace) -> int:
    from bot.serve import serve

    return serve(arguments)


def _doctor(arguments: argparse.Namespace) -> int:
    from bot.doctor import doctor

    return doctor(arguments.store)


def _replay(arguments: argparse.Namespace) -> int:
    from bot.replay import replay_file

    return replay_file(arguments.file, as_json=arguments.json, keep_going=arguments.keep_going)


def _simulate(arguments: argparse.Namespace) -> int:
    from bot.simulate import simulate

    return simulate(arguments)


def _play(arguments: argparse.Namespace) -> int:
    from bot.play import play

    return play(arguments)


if __name__ == "__main__":
    sys.exit(main())
