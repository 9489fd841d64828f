"""Harness for evaluators: the check of all hands, timing, charts, the report, the command.

In a test of your own::

    from allhands import check

    def test_my_evaluator():
        assert check(my_evaluate)
"""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.checking.tasks import Task
    from harness.checking.verdict import Verdict

__all__ = ["check", "showdown"]

_ours = Path(__file__).resolve().parents[1] / "evaluators"
_found = find_spec("evaluators")
if _found and _found.origin and Path(_found.origin).resolve().parent != _ours:
    raise ImportError(
        f"{_found.origin} hides our package {_ours}; rename it, or take its folder off sys.path"
    )


def check(
    evaluator: Any,
    cards: int | None = None,
    *,
    sample: int | None = None,
    timeout: float | None = None,
    compare: bool = False,
    style: str | None = None,
    categories: bool = False,
    best_five: bool = False,
    rules: str = "standard",
) -> "Verdict":
    """Check that an evaluator orders every hand as the rules do.

    Checks can run in several threads at once, and do not change the process: no signals, no timers,
    no ``sys.path``. In a notebook, a line shows the progress.

    Args:
        evaluator: a function from a hand (``["Kd", "Qs", "Jc", "Th", "9s"]``) to a key, anything
            with the five names of the protocol, or, as text, a place such as ``mine.py:evaluate``,
            or a file of keys such as ``mine.u32``.
        cards: number of cards in a hand, 5 to 7; 5 if it is not given, and 9 in a deal of Omaha.
            With more than 5, one hand stands for all that differ only in the names of suits, except
            in a file of keys, which has all.
        sample: number of random hands to check instead of all: quick, but not a proof.
        timeout: seconds for one hand, by default 10; only for a place.
        compare: whether it is a function of two hands, which returns 1, 0 or -1 for the winner.
        categories: whether it is a function that names the category of a hand: the verdict is about
            names alone.
        best_five: whether it is a function that returns the best five of six or seven cards.
        style: ``python`` for a function of one hand, ``numpy`` for one of an array of hands: of
            NumPy, JAX or PyTorch, as it is annotated. If it is not given, the annotation decides;
            a shared library needs none.
        rules: the rules of the game, by their name: ``standard``, ``short-deck``,
            ``short-deck-trips``, ``deuce-to-seven``, ``ace-to-six`` or ``ace-to-five``, whose deck
            the function's cards are from; or ``omaha``, where all deals take long: give a sample.

    Returns:
        The verdict, which is true if the evaluator is equivalent. An evaluator at a place runs in
        separate processes, on all processors, with limits of time and memory; an object runs in
        this process, on one processor, without limits.

    Raises:
        LookupError: a place without an evaluator, an object that is not one, or unknown rules.
        ValueError: an impossible number of cards, sample or timeout; or a `timeout` for an object,
            which runs in this process, where nothing can stop it; or two of `compare`,
            `categories` and `best_five`, or one of them for deals, or `best_five` of five cards.

    >>> verdict = check("cactus-kev-dict", sample=1_000)
    >>> bool(verdict), verdict.hands
    (True, 1000)
    >>> check("rulebook", rules="short-deck", sample=100).status
    'equivalent'
    """
    from evaluators.preparing import prepare
    from evaluators.rules import rules_called
    from harness.adapters import BEST_FIVE, COMPARISON, NAMING, STORED
    from harness.adapters.adopt import refuse_missing, style_of
    from harness.adapters.place import Place
    from harness.checking.equivalence import check_here, verdicts_on
    from harness.hands.scopes import All, usual
    from harness.processes.limits import LONGEST, USUAL, Limits
    from harness.reporting.notebook import progress

    game = rules_called(rules)
    cards = game.sizes[0] if cards is None else cards
    if type(cards) is not int or cards not in game.sizes:
        has = f"a deal{game.of_game} has 9" if game.parts else "a hand has 5, 6 or 7"
        raise ValueError(f"cards is {cards!r}; {has}")
    if game.parts and (compare or categories or best_five):
        raise ValueError(f"deals{game.of_game} are checked by a key for each alone")
    scope = usual(cards, sample, game)
    most = scope.all_hands
    if sample is not None and (type(sample) is not int or not 2 <= sample <= most):
        raise ValueError(f"sample is {sample!r}; draw 2 to {most:,} hands")
    if timeout is not None and (type(timeout) not in (int, float) or not 0 < timeout < LONGEST):
        raise ValueError(f"timeout is {timeout!r}; it is a number of seconds above 0")
    asked = {COMPARISON: compare, NAMING: categories, BEST_FIVE: best_five, style: bool(style)}
    if sum(asked.values()) > 1:
        raise ValueError("compare, categories, best_five, style: an evaluator is one of them")
    if style not in (None, "python", "numpy"):
        raise ValueError(f"style is {style!r}; it is python or numpy")
    if best_five and cards == 5:
        raise ValueError("best_five is about hands of 6 or 7 cards: add cards=7")
    is_place = isinstance(evaluator, str)
    target = Place.of(evaluator) if is_place else evaluator
    style = next((name for name, is_asked in asked.items() if is_asked), None) or style_of([target])
    if (style == STORED or getattr(target, "is_walk", False)) and sample is None:
        scope = All(cards, rules=scope.rules)
    if is_place:
        refuse_missing(Place.of(evaluator), style)
        prepare([evaluator], style)
    elif timeout is not None:
        raise ValueError("a timeout needs an evaluator given as text, such as 'mine.py:evaluate'")
    advance = progress(len(scope))

    def count(task: "Task") -> None:
        advance(task.stop - task.start)

    if not is_place:
        return check_here(evaluator, scope, count, style)
    limits = USUAL if timeout is None else Limits(timeout)
    (verdict,) = verdicts_on([evaluator], scope, count, style, limits)
    return verdict


def showdown(
    evaluator: str, first: str, second: str, *, style: str | None = None, rules: str = "standard"
) -> str:
    """What an evaluator says of two hands, in a process of its own, with the limits of a check.

    Args:
        evaluator: a place, such as ``mine.py:evaluate``, ``exec:./mine`` or ``mine.u32``.
        first: a hand of 5 to 7 cards.
        second: another one of as many.
        style: how the evaluator runs, if its place does not say so: the `style` of its verdict.
        rules: the rules of the game, by their name.

    Returns:
        ``beats``, ``ties with`` or ``loses to``: the verb between the first hand and the second.

    Raises:
        LookupError: a place without an evaluator, or unknown rules.
        ValueError: a hand is not valid.
        UserError: the evaluator fails; the message says at which hand.

    >>> showdown("cactus-kev", "Kd Qs Jc Th 9s", "Ac Kd Qd Jd 9c")
    'beats'
    """
    from evaluators.cards import parse_hand
    from evaluators.rules import rules_called
    from harness.adapters.adopt import refuse_missing, style_of
    from harness.adapters.place import Place
    from harness.adapters.styles import STYLES
    from harness.table.asking import decision

    if not isinstance(evaluator, str):
        raise ValueError("showdown needs an evaluator as text, such as 'mine.py:evaluate'")
    place, game = Place.of(evaluator), rules_called(rules)
    style = style or style_of([place])
    if style not in STYLES:
        raise ValueError(f"style is {style!r}; it is {', '.join(STYLES)}")
    refuse_missing(place, style)
    hand = parse_hand(first, game.sizes, game.deck)
    other = parse_hand(second, [len(hand)], game.deck)
    return decision(place, [hand, other], style, game)
