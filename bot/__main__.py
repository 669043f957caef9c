"""The `rada` command. Each subcommand is imported only when it is asked for, so that help comes at once."""

import argparse
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    if arguments.command == "replay":
        from bot.replay import replay_file

        return replay_file(arguments.file, as_json=arguments.json, keep_going=arguments.keep_going)
    raise AssertionError(arguments.command)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rada", description="Rada Popiołów, the Council of Ashes.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="replay a recorded game and compare it with what it says")
    replay.add_argument("file", metavar="FILE", help="a recording (JSON Lines)")
    replay.add_argument("--json", action="store_true", help="print the whole recording, filled in, and the final state")
    replay.add_argument("--keep-going", action="store_true", help="print what is refused and go on")
    return parser


if __name__ == "__main__":
    sys.exit(main())
