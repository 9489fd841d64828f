"""Make text from outside safe to show: names, messages, keys, and the output of evaluators.

Some characters are more than text to a terminal, an XML parser or a reader: escape sequences move
the cursor, bidirectional overrides reorder a line, a lone surrogate cannot be encoded. `visible`
replaces them. Characters that are special in one format only, such as ``<`` in HTML, are left to
its writer.
"""


def cut(text: str, most: int) -> str:
    """The text, or so many characters of it and how many more there are."""
    more = len(text) - most
    return f"{text[:most]}... ({more:,} more character{'s' * (more > 1)})" if more > 0 else text


def visible(text: str, most: int = 2_000, *, lines: bool = False) -> str:
    r"""The text on one line, with an escape for every character that cannot be printed.

    Control characters, terminal escapes, lone surrogates, bidi overrides and zero-width characters
    are written as in Python's source. Printable characters stay, whatever their script; so do
    backslashes. UTF-8 can always encode the result.

    Args:
        text: text from outside.
        most: the number of characters to show; the end says how many more there are.
        lines: whether line feeds stay.

    >>> print(visible("café ♦ 手 \x1b[31mred \u202e \udc80\n"))
    café ♦ 手 \x1b[31mred \u202e \udc80\n
    >>> visible("a" * 3_010, most=10)
    'aaaaaaaaaa... (3,000 more characters)'
    >>> visible("two\nlines\r\n", lines=True)
    'two\nlines\\r\n'
    """
    return "".join(
        character
        if character.isprintable() or (lines and character == "\n")
        else character.encode("unicode_escape").decode()
        for character in cut(text, most)
    )


def visible_repr(value: object, most: int = 200) -> str:
    """The repr of a value from outside, such as a key; some are long, and some raise.

    >>> visible_repr((6, "♦")), visible_repr("ab" * 200, most=3)
    ("(6, '♦')", "'ab... (399 more characters)")
    >>> visible_repr(10**5_000)
    '<int: its repr raises ValueError>'
    """
    try:
        shown = repr(value)
    except Exception as error:
        shown = f"<{type(value).__name__}: its repr raises {type(error).__name__}>"
    return visible(shown, most)
