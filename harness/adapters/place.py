"""The place of an evaluator: the value of the text that names it, parsed once.

Nothing else knows how such a text is written.
"""

import re
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from evaluators.cards import format_card

FORMULA = re.compile(r"(?:rank|suit|[\d+*()% -])+")
LIST = re.compile(r"[\d\s,]+")
COMMAND = "exec:"
LIBRARY = (".so", ".dylib", ".dll")
"""What the names of shared libraries end with."""
FILE = re.compile(rf"(.+(?:\.py|{'|'.join(map(re.escape, LIBRARY))}))(?::([\w.]+))?")
VERSION = re.compile(r"(.+\.py(?::[\w.]+)?)@(.+)")
KEYS = {".u8": "<u1", ".u16": "<u2", ".u32": "<u4", ".u64": "<u8",
        ".i32": "<i4", ".i64": "<i8", ".f32": "<f4", ".f64": "<f8"}  # fmt: skip
"""The types of keys in a file, as NumPy writes them, by its suffix."""


@dataclass(frozen=True)
class Form:
    """The form in which an evaluator of arrays or of card numbers gets its cards.

    Attributes:
        numbering: the number of each card of ours; empty for ours, ``4 * rank + suit``.
        one_hot: the shape of a hand as ones and zeros, a one for each of its cards; empty for
            numbers.
        is_each: True if a call takes the array of one hand.
        block: the hands in a call; 0 to choose it by their cost.
    """

    numbering: tuple[int, ...] = ()
    one_hot: tuple[int, ...] = ()
    is_each: bool = False
    block: int = 0


PLAIN = Form()
LIBRARIES = {
    "jax": {"jax", "jaxlib", "jnp", "Array"},
    "torch": {"torch", "Tensor"},
    "numpy": {"ndarray", "NDArray", "ArrayLike"},
}
"""The words by which an annotation names the array of a library."""


def library_named(text: str) -> str:
    """The library whose array a text names, as an annotation does; empty if it names none.

    >>> library_named("hands: jnp.ndarray"), library_named("NDArray[np.int64]")
    ('jax', 'numpy')
    >>> library_named("list[int]")
    ''
    """
    words = {*re.findall(r"\w+", text)}
    return next((library for library, names in LIBRARIES.items() if names & words), "")


def numbering_of(text: str) -> tuple[int, ...]:
    """The number of each card, by a formula or a list.

    In a formula, rank is 0 for a deuce to 12 for an ace, and suit 0 to 3 for c d h s. A list has 52
    numbers, in the order 2c 2d 2h 2s 3c.

    Raises:
        ValueError: anything else, or two cards with one number; the message says why.

    >>> numbering_of("13*suit+rank")[:6]
    (0, 13, 26, 39, 1, 14)
    """
    numbers: list[int] = []
    if LIST.fullmatch(text):
        numbers = [*map(int, re.findall(r"\d+", text))]
    elif FORMULA.fullmatch(text) and "**" not in text:
        with suppress(Exception):
            numbers = [eval(text, {"rank": card // 4, "suit": card % 4}) for card in range(52)]
    if len(numbers) != 52:
        example = "write 13*suit+rank, or name a file with 52 numbers for 2c 2d 2h 2s 3c ... As"
        raise ValueError(f"{text[:60]!r} does not number 52 cards; {example}")
    if len(twice := {*numbers}) < 52:
        (number,) = [n for n in twice if numbers.count(n) > 1][:1]
        one, other = [format_card(card) for card in range(52) if numbers[card] == number][:2]
        raise ValueError(f"{text[:60]!r} gives {one} and {other} one number, {number}")
    return tuple(numbers)


@dataclass(frozen=True)
class Place:
    """A file, a program, or a module; a name of ours or of a plug-in reads as a module.

    Attributes:
        text: the text.
        file: the path of a file of Python, of a shared library, or of keys.
        command: the command of a program.
        module: the module, or the name.
        attribute: the object in the file or module; empty if the text names none.
        form: the form in which it gets cards.
        revision: the commit whose version of the file is meant; empty for the file as it is. Before
            the file is loaded, `versions` puts that version into a folder.
        root: the folder there that stands for the current one.
    """

    text: str
    file: str = ""
    command: str = ""
    module: str = ""
    attribute: str = ""
    form: Form = PLAIN
    revision: str = ""
    root: str = ""

    @classmethod
    def of(cls, text: "str | Place") -> "Place":
        """The place that a text names.

        >>> place = Place.of("mine.py:best.score")
        >>> place.file, place.attribute
        ('mine.py', 'best.score')
        >>> Place.of("exec:node mine.js").command, Place.of("package.module:rank").module
        ('node mine.js', 'package.module')
        >>> place = Place.of("mine.py:score@HEAD~1")
        >>> place.file, place.attribute, place.revision
        ('mine.py', 'score', 'HEAD~1')
        """
        if isinstance(text, Place):
            return text
        if text.startswith(COMMAND):
            return cls.of_program(text.removeprefix(COMMAND))
        if match := FILE.fullmatch(text):
            return cls(text, file=match[1], attribute=match[2] or "")
        if match := VERSION.fullmatch(text):
            return replace(cls.of(match[1]), text=text, revision=match[2])
        if Path(text).suffix in KEYS:
            return cls(text, file=text)
        module, _, attribute = text.partition(":")
        return cls(text, module=module, attribute=attribute)

    @classmethod
    def of_program(cls, command: str) -> "Place":
        """The place of a program."""
        return cls(f"{COMMAND}{command}", command=command)

    def __str__(self) -> str:
        return self.text

    @property
    def source(self) -> str:
        """The text by which a process whose current folder is `root` finds this place."""
        return ":".join(filter(None, (self.file, self.attribute))) if self.root else self.text

    @property
    def is_program(self) -> bool:
        """True for a program, whose command may be empty."""
        return self.text.startswith(COMMAND)

    @property
    def is_library(self) -> bool:
        """True for a shared library."""
        return self.file.endswith(LIBRARY)

    @property
    def is_walk(self) -> bool:
        """True for a function of a library that writes the keys of all hands itself."""
        return self.is_library and self.attribute.endswith("_all")

    @property
    def keys(self) -> str:
        """The type of the keys in a file of keys, as NumPy writes it; empty for another place.

        >>> Place.of("mine.u32").keys, Place.of("mine.py").keys
        ('<u4', '')
        """
        return KEYS.get(Path(self.file).suffix, "")

    @property
    def folder(self) -> str:
        """The folder of a file, whose other files it may import; empty for another place.

        >>> Place.of("/tmp/mine.py:score").folder, Place.of("treys").folder
        ('/tmp', '')
        """
        return str(Path(self.file).resolve().parent) if self.file else ""


def short_names(places: Collection[Place]) -> dict[str, str]:
    """A short name of each place: of a path, as much of its end as no other file has.

    >>> short_names([Place.of("../docs/mine.py:score"), Place.of("treys")])
    {'../docs/mine.py:score': 'mine.py:score', 'treys': 'treys'}
    >>> [*short_names([Place.of("/a/b/mine.py"), Place.of("/a/c/mine.py")]).values()]
    ['b/mine.py', 'c/mine.py']
    """
    files_with = Counter(end for file in {place.file for place in places} for end in _ends(file))

    def short(file: str) -> str:
        return next((end for end in _ends(file) if files_with[end] == 1), file)

    return {place.text: place.text.replace(place.file, short(place.file), 1) for place in places}


def _ends(file: str) -> list[str]:
    """The ends of a path, the shortest first."""
    parts = Path(file).parts
    return [str(Path(*parts[start:])) for start in reversed(range(len(parts)))]
