"""The exit codes, errors, hands, and output files of all commands."""

import json
import os
import re
import shlex
import sys
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from os.path import isfile
from pathlib import Path
from shutil import which
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

import click

from harness.processes.limits import LONGEST
from harness.processes.visible import visible

if TYPE_CHECKING:
    from evaluators.rules import Rules
    from harness.adapters.place import Place
    from harness.checking.verdict import Verdict

EQUIVALENT_EXIT, NOT_EQUIVALENT_EXIT, INPUT_EXIT, UNFINISHED_EXIT = range(4)
INTERRUPTED_EXIT, NO_READER_EXIT = 130, 141

RESULTS = Path("allhands-results")
"""The folder for results, in the current one."""
STANDARD_OUTPUT = Path("-")
MOST_KEYS = 1_100_000_000
"""Bytes: hands of seven cards with eight each have fewer."""
BOARDS = 2_598_960
"""All boards of five cards."""
GROUP_OF_PUBLISHED = "published"
"""The name of all published versions together."""


class InputError(click.ClickException):
    """Bad usage or input: one line, exit code 2."""

    exit_code = INPUT_EXIT

    def format_message(self) -> str:
        """The line, with control characters made visible: it may quote names and paths."""
        return visible(self.message)


class Whole(click.IntRange):
    """A whole number, which help texts call N."""

    name = "N"


FOLDER = click.Path(path_type=Path, file_okay=False)

# Other types of values are functions of the text; click shows their names in its help.


def seconds(text: str) -> float:
    """A time limit; nan and infinity are none."""
    with suppress(ValueError):
        if 0 < float(text) < LONGEST:
            return float(text)
    raise click.BadParameter(f"{text} is not a number of seconds above 0")


def sample(text: str, least: int = 2) -> tuple[int, int]:
    """A number of random hands, and the seed that they are drawn with."""
    match = re.fullmatch(r"(\d+)(?::(\d+))?", text)
    if not match or int(match[1]) < least:
        message = f"{text!r} is not a number from {least} on, such as 1000 or, with a seed, 1000:7"
        raise click.BadParameter(message)
    return int(match[1]), int(match[2] or 1)


def flops(text: str) -> tuple[int, int]:
    """A number of random boards, and the seed that they are drawn with."""
    boards, seed = sample(text, 1)
    if boards > BOARDS:
        raise click.BadParameter(f"there are only {BOARDS:,} boards")
    return boards, seed


def share(text: str) -> float:
    """A share, in per cent: ``2%`` or ``2``."""
    with suppress(ValueError):
        if 0 < float(text.removesuffix("%")) < LONGEST:
            return float(text.removesuffix("%")) / 100
    raise click.BadParameter(f"{text} is not a percentage above 0, such as 2%")


def numbering(text: str) -> tuple[int, ...]:
    """The numbers of cards by a formula, or those in a file."""
    from harness.adapters.place import numbering_of

    try:
        return numbering_of(Path(text).read_text() if isfile(text) else text)  # noqa: PTH113 - of any length
    except (ValueError, OSError) as error:
        raise click.BadParameter(str(error)) from None


def keys(name: str) -> str:
    """The name of a file of keys, whose end says their type; ``-.u32`` is standard input."""
    from harness.adapters.place import KEYS

    if Path(name).suffix not in KEYS:
        such_as = "standard input is -.u32" if name == "-" else "such as mine.u32"
        ends = " ".join(KEYS)
        raise click.BadParameter(f"{name}: its end must say the type of keys, {ends}; {such_as}")
    return name


def file(name: str) -> Path:
    """A file to write, or `STANDARD_OUTPUT`; refused before any work starts."""
    from harness.adapters.place import KEYS, LIBRARY

    path = Path(name)
    if path != STANDARD_OUTPUT and path.is_dir():
        raise click.BadParameter(f"{name}: it is a folder")
    # Without its FILE, an option would overwrite the evaluator.
    if path.suffix in (".py", *LIBRARY, *KEYS):
        raise click.BadParameter(f"{name}: evaluators end in {path.suffix}; name the file to write")
    if not path.parent.is_dir():
        raise click.BadParameter(f"{name}: there is no folder {path.parent}")
    is_special = path.exists() and not path.is_file()  # a pipe, say; files are replaced
    if path != STANDARD_OUTPUT and not os.access(path if is_special else path.parent, os.W_OK):
        raise click.BadParameter(f"{name}: it cannot be written")
    return path


def new_file(name: str) -> Path:
    """A file to write that is not there yet."""
    path = Path(name)
    if path.exists():
        raise click.BadParameter(f"{name}: it is there already, and is not overwritten")
    if not path.parent.is_dir():
        raise click.BadParameter(f"{name}: there is no folder {path.parent}")
    return path


def game(name: str) -> "Rules":
    """The rules of a game, by their name."""
    from evaluators.rules import rules_called

    return rules_called(name)


rules_option = click.option(
    "--rules",
    type=game,
    default="standard",
    help="short-deck, or another of `allhands list rules`.",
)


evaluators = click.argument("names", metavar="[EVALUATOR]...", nargs=-1, type=click.Path())
programs = click.option(
    "--exec",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="A program in any language, which reads hands and writes keys. Repeatable.",
)


def places(
    names: Iterable[str], commands: Iterable[str] = (), style: str = "python"
) -> "list[Place]":
    """The evaluators that a user names, each once, and the programs; a group has several.

    What certainly has no evaluator of this style is refused, without running any code.
    """
    from evaluators import PUBLISHED
    from harness.adapters.adopt import refuse_missing
    from harness.adapters.place import Place

    groups = ([*PUBLISHED] if name == GROUP_OF_PUBLISHED else [name] for name in names)
    each = dict.fromkeys(name for group in groups for name in group)
    named = [_on_disk(Place.of(name)) for name in each]
    named += map(Place.of_program, commands)
    for place in named:
        if not place.text:
            raise InputError("an EVALUATOR is empty: it has a name, or a place such as mine.py")
        if place.is_program:
            _refuse_missing_program(place.command)
        refuse_missing(place, style)
    return list(dict.fromkeys(named))


def _on_disk(place: "Place") -> "Place":
    """A place; keys from standard input, and a version that git has, are in files first.

    These files end with the command.
    """
    if place.revision:
        from harness.adapters.versions import checked_out

        return click.get_current_context().with_resource(checked_out(place))
    if not (place.keys and place.text.startswith("-.")):
        return place
    if sys.stdin is None:
        raise InputError(f"{place}: standard input is closed")
    temporary, stdin = NamedTemporaryFile(suffix=Path(place.text).suffix), sys.stdin.buffer  # noqa: SIM115
    file = click.get_current_context().with_resource(temporary)
    while block := stdin.read(1 << 20):
        file.write(block)
        if file.tell() > MOST_KEYS:
            raise InputError(f"{place}: more bytes than any game has keys; it does not end?")
    file.flush()
    return replace(place, file=file.name)


def _refuse_missing_program(command: str) -> None:
    try:
        program, *_ = shlex.split(command) or [""]
    except ValueError as error:
        raise InputError(f"--exec {command!r}: {error}") from None
    if not which(program):
        why = f"there is no program {program!r}; no shell runs it"
        if Path(program).is_file():
            why = f"{program!r} cannot be run: name what runs it, or chmod +x {program}"
        raise InputError(f"--exec {command!r}: {why}")


def hands_in(
    texts: Sequence[str], sizes: Container[int] = range(5, 8), deck: Container[int] = range(52)
) -> list[tuple[int, ...]]:
    """The hands of some arguments: one, in one argument or several; or one in each argument.

    Raises:
        CardError: an invalid card, one that is not in the deck, or a hand of another size than
            `sizes` or than the first.
    """
    from evaluators.cards import CardError, parse_hand

    are_cards = max(map(len, texts)) <= len("10d")
    parts = [] if are_cards else [parse_hand(text) for text in texts]
    if len(parts) < 2 or min(map(len, parts)) < 2:
        return [parse_hand(texts, sizes, deck)]
    hands = [parse_hand(text, sizes, deck) for text in texts]
    for number, hand in enumerate(hands[1:], start=2):
        if len(hand) != len(hands[0]):
            raise CardError(f"hand 1 has {len(hands[0])} cards, hand {number} has {len(hand)}")
    return hands


def dealt(
    texts: Sequence[str],
    sizes: Container[int],
    board: str,
    dead: str = "",
    deck: Container[int] = range(52),
) -> tuple[list[tuple[int, ...]], tuple[int, ...], tuple[int, ...]]:
    """The hands at a table, the board and the dead cards; each card is there once.

    Raises:
        CardError: as `hands_in`, or a card is there twice.
    """
    from evaluators.cards import CardError, format_hand, parse_hand

    hands, option = hands_in(texts, sizes, deck), "--board"
    try:
        community = parse_hand(board, range(3, 6), deck) if board else ()
        option = "--dead"
        gone = parse_hand(dead) if dead else ()
        option = "all cards together"
        parse_hand([format_hand(cards) for cards in (*hands, community, gone) if cards])
    except CardError as error:
        raise CardError(f"{option}: {error}") from None
    return hands, community, gone


def write_document(path: Path, key: str, rows: list[dict[str, Any]]) -> None:
    """Write rows as JSON, one on each line, with the machine; see `write`."""
    from harness.processes.machine import machine

    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    write(path, f'{{"machine": {json.dumps(machine())},\n"{key}": [\n{lines}\n]}}\n')


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all; or to standard output."""
    from evaluators.cache import write_whole

    if path == STANDARD_OUTPUT:
        click.echo(text, nl=False)
        return
    try:
        write_whole(path, text)
    except OSError as error:  # a full disk has no name
        raise InputError(f"{path}: {error.strerror}") from None


def exit_code(verdicts: "Iterable[Verdict]") -> int:
    """The exit code for verdicts."""
    from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT

    statuses = {verdict.status for verdict in verdicts}
    if statuses - {EQUIVALENT, NOT_EQUIVALENT}:
        return UNFINISHED_EXIT
    return NOT_EQUIVALENT_EXIT if NOT_EQUIVALENT in statuses else EQUIVALENT_EXIT
