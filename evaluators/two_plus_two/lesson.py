"""Two-plus-two, step by step: the idea, for five cards.

Deal a hand card by card, and remember no more of the cards than their ranking needs: the ranks,
whatever their order, and the suit, as long as all cards have the same. This is a state. The king,
queen and jack of diamonds are the state J-Q-K in diamonds. Any other king, queen and jack are the
state J-Q-K in mixed suits. A state and one more card decide the next state.

So give each state a row of a table, with an entry for each of the 52 cards: the row of the next
state. A hand is then a walk from row to row, with one lookup per card. A row of five cards also has
their class number, 1 to 7462. The walk of K-Q-J-T-9::

    row 0: no cards     Kd -> row 1: K in diamonds
    row 1               Qs -> row 2: Q-K in mixed suits
    row 2               Jc -> row 3: J-Q-K in mixed suits
    row 3               Th -> row 4: T-J-Q-K in mixed suits
    row 4               9s -> row 5: 9-T-J-Q-K in mixed suits, class number 1601

Here, rows are numbered in the order in which hands first come to them: a row, and each entry, is
made by the first hand that needs it. Hands of five cards, in any order, come to 18,058 rows, for
many hands share their states. `scalar` walks through a table that is complete from the start.

The idea is from the Two Plus Two forum; `scalar` says more. A hand costs five lookups, and one for
its class number.
"""

from collections.abc import Sequence

from evaluators.cards import Card, rank_of, suit_of
from evaluators.multisets import class_numbers, in_base_5

name = "two-plus-two-lesson"
sizes = range(5, 6)
lower_wins = True

MIXED = 4
"""The suit of cards that are not all of one suit; the others are 0 to 3."""

State = tuple[tuple[int, ...], int]
"""The ranks so far, in ascending order, and their suit."""

NO_CARDS: State = ((), MIXED)

STATES: list[State] = [NO_CARDS]
"""The state of each row."""
ROWS: dict[State, int] = {NO_CARDS: 0}
"""The row of each state."""
TABLE: list[list[int]] = [[0] * 52]
"""The next row for each row and card; 0 until the first walk, for no card leads back to row 0."""
CLASS_NUMBERS: list[int] = [0]
"""The class number for each row of five cards; 0 for fewer."""


def encode(card: Card) -> Card:
    """The card as it is.

    >>> encode(51)
    51
    """
    return card


def evaluate(hand: Sequence[Card]) -> int:
    """The class number, 1 to 7462.

    >>> from evaluators.cards import parse_hand
    >>> evaluate(parse_hand("Kd Qs Jc Th 9s"))
    1601
    """
    row = 0
    for card in hand:
        next_row = TABLE[row][card]
        if next_row == 0:  # the first walk that takes this step
            next_row = row_of(next_state(STATES[row], card))
            TABLE[row][card] = next_row
        row = next_row
    return CLASS_NUMBERS[row]


def next_state(state: State, card: Card) -> State:
    """The state after one card more.

    >>> king_of_diamonds = next_state(NO_CARDS, 45)
    >>> next_state(king_of_diamonds, 41), next_state(king_of_diamonds, 43)
    (((10, 11), 1), ((10, 11), 4))
    """
    ranks, suit = state
    next_ranks = tuple(sorted([*ranks, rank_of(card)]))
    same_suit = not ranks or suit == suit_of(card)
    return next_ranks, suit_of(card) if same_suit else MIXED


def row_of(state: State) -> int:
    """The row of the state; a new one if no hand has come to it."""
    if state not in ROWS:
        CLASS_NUMBERS.append(class_number(state))
        ROWS[state] = len(STATES)
        STATES.append(state)
        TABLE.append([0] * 52)
    return ROWS[state]


def class_number(state: State) -> int:
    """The class number of a state of five cards; 0 for fewer."""
    ranks, suit = state
    if len(ranks) < 5:
        return 0
    unsuited, suited = class_numbers(5)
    numbers = unsuited if suit == MIXED else suited
    return numbers[in_base_5(ranks)]
