"""Two hands that show a fault, aligned: for a terminal, a test's message, or a page."""

from collections.abc import Iterator, Sequence

from evaluators.cards import format_hand
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.witness import Witness, best_first
from harness.processes.visible import visible_repr


def width_of(texts: Sequence[str]) -> int:
    """The width of a column of texts."""
    return max(map(len, texts), default=0)


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
    keys = [f"key {key}" if (key := visible_repr(side.key)) else "" for side in sides]
    aligned = [
        f"{hand:<{width_of(hands)}}  {name:<{width_of(names)}}" for hand, name in zip(hands, names)
    ]
    separator = "  " if width_of(aligned) + width_of(keys) < 75 else "\n  "
    for line, key in zip(aligned, keys):
        yield from f"{line}{separator}{key}".rstrip().split("\n")
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
