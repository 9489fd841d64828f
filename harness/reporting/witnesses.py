"""Two hands that show a fault, aligned: for a terminal, a test's message, or a page."""

from collections.abc import Iterator, Sequence

from evaluators.cards import format_hand
from evaluators.protocol import Key
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.witness import Witness, best_first
from harness.processes.visible import visible_repr

LONGEST = 71
"""Columns for a key that stands on a line of its own."""


def width_of(texts: Sequence[str]) -> int:
    """The width of a column of texts."""
    return max(map(len, texts), default=0)


def _fitting(keys: Sequence[Key]) -> list[str]:
    """The two keys as text; of longer ones, the part with the first difference."""
    texts = [visible_repr(key, 10_000) for key in keys]
    if width_of(texts) <= LONGEST:
        return texts
    differs = next((n for n, (one, other) in enumerate(zip(*texts)) if one != other), 0)
    start = max(0, differs - LONGEST // 3)
    stop = start + LONGEST - 6
    return ["..." * (start > 0) + text[start:stop] + "..." * (len(text) > stop) for text in texts]


def witness_lines(witness: Witness) -> Iterator[str]:
    """The two hands of a witness, aligned, and their order by the rules and by the evaluator."""
    sides = witness.first, witness.second
    is_order_wrong = witness.kind == UNSTEADY
    hands = [
        format_hand(side.hand) if is_order_wrong else best_first(side.hand, side.rules)
        for side in sides
    ]
    names = [str(side.hand_class) for side in sides]
    # Comparisons have no key.
    keys = [f"key {key}" if key else "" for key in _fitting([side.key for side in sides])]
    aligned = [
        f"{hand:<{width_of(hands)}}  {name:<{width_of(names)}}" for hand, name in zip(hands, names)
    ]
    if width_of(aligned) + width_of(keys) < 75:
        yield from (f"{line}  {key}".rstrip() for line, key in zip(aligned, keys))
    else:
        yield from (*map(str.rstrip, aligned), *keys)
    if witness.kind == RENAMED:
        yield "The two hands differ only in suits: they tie by the rules, but not here."
    elif witness.kind == UNSTEADY:
        how = "asked again" if witness.first.hand == witness.second.hand else "in another order"
        yield f"The same cards, {how}: one hand by the rules, two keys here."
    else:
        yield (
            f"By the rules{witness.first.rules.of_game} the first {witness.rules_say} the second; "
            f"here it {witness.evaluator_says} it."
        )
