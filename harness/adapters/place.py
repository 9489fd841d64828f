"""The place of an evaluator: the value of the text that names it, parsed once.

Nothing else knows how such a text is written.
"""

import re
from dataclasses import dataclass
from pathlib import Path

COMMAND = "exec:"
FILE = re.compile(r"(.+\.py)(?::([\w.]+))?")


@dataclass(frozen=True)
class Place:
    """A file, a program, or a module; a name of ours or of a plug-in reads as a module.

    Attributes:
        text: the text.
        file: the path of a file of Python.
        command: the command of a program.
        module: the module, or the name.
        attribute: the object in the file or module; empty if the text names none.
    """

    text: str
    file: str = ""
    command: str = ""
    module: str = ""
    attribute: str = ""

    @classmethod
    def of(cls, text: "str | Place") -> "Place":
        """The place that a text names.

        >>> place = Place.of("mine.py:best.score")
        >>> place.file, place.attribute
        ('mine.py', 'best.score')
        >>> Place.of("exec:node mine.js").command, Place.of("package.module:rank").module
        ('node mine.js', 'package.module')
        """
        if isinstance(text, Place):
            return text
        if text.startswith(COMMAND):
            return cls.of_program(text.removeprefix(COMMAND))
        if match := FILE.fullmatch(text):
            return cls(text, file=match[1], attribute=match[2] or "")
        module, _, attribute = text.partition(":")
        return cls(text, module=module, attribute=attribute)

    @classmethod
    def of_program(cls, command: str) -> "Place":
        """The place of a program."""
        return cls(f"{COMMAND}{command}", command=command)

    def __str__(self) -> str:
        return self.text

    @property
    def is_program(self) -> bool:
        """True for a program, whose command may be empty."""
        return self.text.startswith(COMMAND)

    @property
    def folder(self) -> str:
        """The folder of a file, whose other files it may import; empty for another place.

        >>> Place.of("/tmp/mine.py:score").folder, Place.of("treys").folder
        ('/tmp', '')
        """
        return str(Path(self.file).resolve().parent) if self.file else ""
