"""The pictures of the course, made from values: tables, text, and SVG with a description.

A drawing stands inside the page and takes the colour of its text, so that it is legible on light
and on dark pages. Its highlights are translucent. It is at most 440 units wide: on a phone it is
shown at nearly its own size.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from harness.teaching.pictures import PLAIN, QUIET, Line

WIDTH = 440
BLUE, ORANGE = "#2a8fd0", "#d98f00"


@dataclass(frozen=True)
class Drawing:
    """A picture as SVG, with its alternative text.

    Attributes:
        title: what it shows.
        alt: the same in words and numbers, for screen readers.
        shapes: the elements of the picture.
        height: how high it is.
    """

    title: str
    alt: str
    shapes: str
    height: int

    def _repr_html_(self) -> str:
        return (
            "<figure class='drawing'><svg xmlns='http://www.w3.org/2000/svg' role='img' "
            f"viewBox='0 0 {WIDTH} {self.height}' width='{WIDTH}' height='{self.height}' "
            f"aria-label='{escape(self.alt)}' style='max-width:100%;height:auto' "
            "fill='currentColor' font-family='sans-serif' font-size='13'>"
            f"<title>{escape(self.title)}</title><desc>{escape(self.alt)}</desc>"
            f"{self.shapes}</svg></figure>"
        )


MARKUP = {PLAIN: "{}", QUIET: '<span style="opacity: 0.68">{}</span>'}
"""How a page shows text of a role; that of the others is bold."""


@dataclass(frozen=True)
class Lines:
    """Lines of the picture of a lesson, as ``allhands explain`` shows them.

    >>> from harness.teaching.pictures import MARKED, Cell
    >>> Lines([(Cell("flush  ", QUIET), Cell("yes", MARKED))])._repr_html_()
    '<pre class="drawing"><span style="opacity: 0.68">flush  </span><b>yes</b></pre>'
    """

    lines: Iterable[Line]

    def _repr_html_(self) -> str:
        lines = (
            "".join(MARKUP.get(role, "<b>{}</b>").format(escape(text)) for text, role in cells)
            for cells in self.lines
        )
        return '<pre class="drawing">{}</pre>'.format("\n".join(lines))


class Marked(str):
    """The text of a cell that stands out."""


@dataclass(frozen=True)
class Table:
    """A table as HTML; it is read aloud cell by cell.

    Attributes:
        title: what it shows.
        head: the names of its columns.
        rows: what stands in its cells.
        kind: the class of the element, for its style.

    >>> html = Table("", ("a", "b"), [("1 < 2", Marked("3"))])._repr_html_()
    >>> html.partition("<tbody>")[2]
    '<tr><td>1 &lt; 2</td><td style="background: #d98f0059">3</td></tr></tbody></table>'
    """

    title: str
    head: Sequence[object]
    rows: Sequence[Sequence[object]]
    kind: str = "drawing"

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(str(text))}</th>' for text in self.head)
        body = "".join(f"<tr>{''.join(map(self._cell, row))}</tr>" for row in self.rows)
        return (
            f'<table class="{self.kind}"><caption>{escape(self.title)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    @staticmethod
    def _cell(text: object) -> str:
        style = f' style="background: {ORANGE}59"' if isinstance(text, Marked) else ""
        return f"<td{style}>{escape(str(text))}</td>"
