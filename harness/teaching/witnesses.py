"""Two hands that show a fault, aligned: for a terminal, a student, a test's message, or a page."""

from collections.abc import Iterator, Sequence

from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.witness import Witness, best_first, deal_in_words, disagreement
from harness.processes.visible import visible_repr

LONGEST = 71
"""Columns for a key that stands on a line of its own."""


def width_of(texts: Sequence[str]) -> int:
    """The width of a column of texts."""
    return max(map(len, texts), default=0)


def _fitting(texts: Sequence[str]) -> Sequence[str]:
    """The two keys; of longer ones, the part with the first difference."""
    if width_of(texts) <= LONGEST:
        return texts
    differs = next((n for n, (one, other) in enumerate(zip(*texts)) if one != other), 0)
    start = max(0, differs - LONGEST // 3)
    stop = start + LONGEST - 6
    return ["..." * (start > 0) + text[start:stop] + "..." * (len(text) > stop) for text in texts]


def aligned(hands: Sequence[str], names: Sequence[str], keys: Sequence[str]) -> Iterator[str]:
    """Two hands, their names, and their keys, one under the other; no line has to be broken.

    Keys that are too long to stand beside the hands have lines of their own.

    >>> for line in aligned(["Kd Ks", "Qd Qs"], ["kings", "queens"], ["[13]", "[12]"]): print(line)
    Kd Ks  kings   key [13]
    Qd Qs  queens  key [12]
    """
    keys = [f"key {key}" if key else "" for key in _fitting(keys)]
    left = [
        f"{hand:<{width_of(hands)}}  {name:<{width_of(names)}}" for hand, name in zip(hands, names)
    ]
    if width_of(left) + width_of(keys) < 75:
        yield from (f"{line}  {key}".rstrip() for line, key in zip(left, keys))
    else:
        yield from (*map(str.rstrip, left), *keys)


def as_sentence(words: str, of_game: str = "") -> str:
    """Words as a sentence, which names the game if its rules are not the usual ones.

    >>> as_sentence("ace high should lose"), as_sentence("ace high should lose", " of badugi")
    ('Ace high should lose.', 'By the rules of badugi, ace high should lose.')
    """
    words = f"by the rules{of_game}, {words}" if of_game else words
    return f"{words[0].upper()}{words[1:]}."


def witness_lines(witness: Witness) -> Iterator[str]:
    """The two hands of a witness, aligned, and their order by the rules and by the evaluator."""
    sides = witness.first, witness.second
    hands = [best_first(side.hand, side.rules) for side in sides]
    if witness.kind == UNSTEADY:  # their order may be what is wrong
        hands = [deal_in_words(side.hand, side.rules) for side in sides]
    keys = [visible_repr(side.key, 10_000) for side in sides]  # comparisons have no key
    yield from aligned(hands, [str(side.hand_class) for side in sides], keys)
    if witness.kind == RENAMED:
        yield "The two hands differ only in suits: they should tie, but do not."
    elif witness.kind == UNSTEADY:
        is_again = witness.first.hand == witness.second.hand
        which = "hand, asked twice, gets" if is_again else "cards in another order get"
        yield f"The same {which} another key."
    else:
        order = witness.rules_say, witness.evaluator_says
        says = "the keys say" if any(keys) else "the answer says"
        words = disagreement(*order, "the first", "the second", says)
        yield as_sentence(words, witness.first.rules.of_game)
