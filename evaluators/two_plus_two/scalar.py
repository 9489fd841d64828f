"""A walk through the table of Two-plus-two, 130 MB: one lookup per card.

A hand is a walk: it starts in row 1 of a table, each card leads to the next row, and the last entry
is the class number. K-Q-J-T-9 is five lookups, and a sixth for its value::

    row 1: Kd -> row 47: Qs -> row 1345: Jc -> row 22990: Th -> row 106701: 9s -> row 258689: 1601

With 2c and 2d, the walk goes on: 2c leads to row 324876, where the entry of 2d is the class number
itself. Entries hold the place of a row, 53 times its number. So each step is one addition and one
lookup. `layout` describes the entries, and `building` says which hands share a row.

The evaluator comes from a thread of the Two Plus Two forum, "7 Card Hand Evaluator". Its test
program names `mykey1961` for the idea. The program that makes the table is by Ray Wotton (RayW)
"and the 2+2 list"; it ranks hands with Cactus Kev's code, to which James Devlin added Paul Senzee's
perfect hash. It stands, with links to the thread, in `TwoPlusTwoHandEvaluator
<https://github.com/tangentforks/TwoPlusTwoHandEvaluator>`_. None of its code is used here, and two
details differ: keys are class numbers, and cards count from 0, so that the value of a shorter hand
is the last entry of its row and not the first.

A card is its number, 0 to 51. The table has 32,487,834 entries, 130 MB. It is built on the first
hand ever, and kept in a file.

Changed from `lesson`: six and seven cards; the table is complete, so no step asks whether its
entry is there; and a suit is kept as long as seven cards can make it a flush.

A hand costs a lookup per card, and one more for five or six cards. The first three lookups are in
the first 1,380 rows, 290 KB, which stay in a level 2 cache. Those of later cards are spread over
130 MB, and most of them are cache misses if hands are random: such hands take two to three times as
long as hands in order, which share their first cards, and so their rows. The table of `lesson` is
small, so even its five cards are faster then.
"""

from collections.abc import Sequence

from evaluators.cards import Card
from evaluators.two_plus_two import table
from evaluators.two_plus_two.layout import END, START

name = "two-plus-two"
sizes = range(5, 8)
lower_wins = True

entries = memoryview(b"").cast("I")
"""The table; empty until the first hand."""


def encode(card: Card) -> Card:
    """The card as it is: entries are in the order of the cards.

    >>> encode(45)
    45
    """
    return card


def evaluate(hand: Sequence[Card]) -> int:
    """The class number of the best five of five, six or seven cards.

    For an invalid hand, it is 0 or has no meaning.

    >>> from evaluators.cards import parse_hand
    >>> evaluate(parse_hand("Kd Qs Jc Th 9s")), evaluate(parse_hand("Kd Qs Jc Th 9s 2c 2d"))
    (1601, 1601)
    """
    try:
        place = START
        for card in hand:
            place = entries[place + card]
        return place if len(hand) == 7 else entries[place + END]
    except IndexError:  # the first hand, or a number that is not a card
        if entries:
            return 0
        load()
        return evaluate(hand)


def load() -> None:
    """Load the table, which is built if it is missing."""
    global entries
    entries = table.as_memoryview()
