"""How plain functions get a hand, and the sentences with which they are refused."""

import operator
import sys
from collections.abc import Callable, Sequence
from textwrap import dedent
from typing import Any

import pytest
from typing_extensions import TypeAliasType

from harness.adapters.calling import CallError, how_to_call, how_to_compare

NUMBERS = [45, 43, 36, 34, 31]
TEXTS = ["Kd", "Qs", "Jc", "Th", "9s"]
TEXT = "Kd Qs Jc Th 9s"

USERS = """
import collections.abc, enum, functools, sys, typing
from collections.abc import *
from typing import TYPE_CHECKING, Annotated, Any, AnyStr, List, Literal, NamedTuple, NewType
from typing import Optional, Protocol, SupportsIndex, Tuple, TypeAlias, TypeVar, Union
from typing import runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evaluators.cards import Card, Hand

if TYPE_CHECKING:
    from cards import Unseen
    import numpy as unseen_np

T = TypeVar("T")
Numbers = TypeVar("Numbers", bound=Sequence[int])
Number = NewType("Number", int)
NumberList = NewType("NumberList", list[Number])
Quoted = list["Card"]
Array = ArrayLike
class Rank(enum.IntEnum): ACE = 12
class Suit(enum.StrEnum): CLUBS = "c"
class Own: ...
class OwnInt(int): ...
class OwnList(list[int]): ...
class OwnPair(NamedTuple):
    rank: int
    suit: int
class Shuffled(Protocol):
    def shuffle(self) -> None: ...
@runtime_checkable
class HasLength(Protocol):
    def __len__(self) -> int: ...
"""
"""The module in which the functions of this file are defined."""


def defined(source: str, name: str = "evaluate", postponed: bool = False) -> Any:
    """A function of a user's module; its annotations stay text if they are postponed."""
    module: dict[str, Any] = {"__name__": "mine"}
    code = f"{'from __future__ import annotations' if postponed else ''}{USERS}\n{dedent(source)}"
    exec(compile(code, "mine.py", "exec", dont_inherit=True), module)
    return module[name]


def answer_of(function: Callable[..., Any]) -> Any:
    """The function's answer to K-Q-J-T-9."""
    call = how_to_call(function)
    return call.ask(tuple(NUMBERS if call.cards is int else TEXTS))


def refusal(adapt: Callable[[Callable[..., Any]], Any], function: Callable[..., Any]) -> str:
    """The sentence with which a function is refused."""
    with pytest.raises(CallError) as refused:
        adapt(function)
    return str(refused.value)


AS_LISTS_OF_TEXTS = [
    *("Any", "object", "list", "List", "Sequence", "Iterable", "Collection", "Reversible", "Sized"),
    *("MutableSequence", "typing.Sequence", "typing.Iterable", "list[str]", "List[str]"),
    *("Sequence[str]", "typing.Sequence[str]", "collections.abc.Sequence[str]", "Container[str]"),
    *("list[Any]", "Sequence[object]", "T", "list[T]", "Sequence[Hashable]", "list[str] | None"),
    *("list[AnyStr]", "Annotated[list[str], 'a hand']", "HasLength", "Own | list[str]"),
    *("list[Literal['Kd', 'Qs']]", "list[str | int]", "list[Own] | list[str]", "'list[str]'"),
]
AS_LISTS_OF_NUMBERS = [
    *("list[int]", "List[int]", "Sequence[int]", "typing.Sequence[int]", "Iterable[int]"),
    *("list[int] | None", "Optional[Sequence[int]]", "Union[None, Sequence[int]]", "Numbers"),
    *("list[Number]", "NumberList", "Sequence[Number] | None", "Sequence[Card]", "Hand", "Quoted"),
    *("Annotated[Sequence[Annotated[int, 'a card']], 'a hand']", "list['Number']", "'Hand'"),
    *("Sequence[int] | str", "list[Literal[0, 51]]", "list[int | None]", "list[SupportsIndex]"),
    *("Optional['Hand']", "List['int']", "collections.abc.Sequence[int]"),
]
AS_TUPLES_OF_NUMBERS = [
    *("tuple[int, ...]", "Tuple[int, ...]", "tuple[Card, ...]", "None | tuple[Number, ...]"),
    *("tuple[int, int, int, int, int]", "Tuple[int, int, Card, int, Number]"),
]
IN_OTHER_CONTAINERS: list[tuple[str, Any]] = [
    ("str", TEXT),
    ("AnyStr", TEXT),
    ("str | list[str]", TEXT),
    ("Optional[str]", TEXT),
    ("Own | str", TEXT),
    ("NewType('Text', str)", TEXT),
    ("tuple", tuple(TEXTS)),
    ("tuple[str, ...]", tuple(TEXTS)),
    ("tuple[Any, ...]", tuple(TEXTS)),
    ("Hashable", tuple(TEXTS)),
    ("set", set(TEXTS)),
    ("set[int]", set(NUMBERS)),
    ("frozenset[int]", frozenset(NUMBERS)),
    ("Set[int]", set(NUMBERS)),
    ("typing.AbstractSet[str]", set(TEXTS)),
    ("typing.FrozenSet[str]", frozenset(TEXTS)),
]


@pytest.mark.parametrize("postponed", [False, True])
@pytest.mark.parametrize(
    ("annotation", "hand"),
    [
        *((annotation, TEXTS) for annotation in AS_LISTS_OF_TEXTS),
        *((annotation, NUMBERS) for annotation in AS_LISTS_OF_NUMBERS),
        *((annotation, tuple(NUMBERS)) for annotation in AS_TUPLES_OF_NUMBERS),
        *IN_OTHER_CONTAINERS,
    ],
)
def test_an_annotation_chooses_container_and_cards(
    annotation: str, hand: Any, postponed: bool
) -> None:
    """Else a right evaluator gets a wrong verdict, because its hands have another form."""
    source = f"def evaluate(hand: {annotation}): return hand"
    received = answer_of(defined(source, postponed=postponed))
    assert type(hand) is type(received)
    assert hand == received


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("def evaluate(hand): return hand", TEXTS),
        ("def evaluate(hand, /): return hand", TEXTS),
        ("def evaluate(hand, fast=True, *, log=None): return hand, fast, log", (TEXTS, True, None)),
        ("def evaluate(hand, *more, **options): return hand, more, options", (TEXTS, (), {})),
        ("def evaluate(hand: list[int] = (), fast=True): return hand, fast", (NUMBERS, True)),
        ("def evaluate(*, hand: tuple[int, ...]): return hand", tuple(NUMBERS)),
        ("def evaluate(fast=True, *, hand): return fast, hand", (True, TEXTS)),
        ("def evaluate(a, b, c, d, e): return [a, b, c, d, e]", TEXTS),
        ("def evaluate(a, b, c, d, e, fast=True): return a, fast", ("Kd", True)),
        ("def evaluate(a: int, b: Card, c: Number, d: int, e: int): return a", 45),
        ("def evaluate(*cards): return cards", tuple(TEXTS)),
        ("def evaluate(*cards: int): return cards", tuple(NUMBERS)),
        ("def evaluate(*cards: Card, fast=True, **log): return cards", tuple(NUMBERS)),
        ("evaluate = lambda hand: hand", TEXTS),
        ("evaluate = len", 5),
        ("evaluate = max", "Th"),
        ("evaluate = sorted", sorted(TEXTS)),
        ("evaluate = list.copy", TEXTS),
        ("evaluate = tuple", tuple(TEXTS)),
    ],
)
def test_parameters_choose_how_cards_are_passed(source: str, answer: Any) -> None:
    assert answer == answer_of(defined(source))
    assert answer == answer_of(defined(source, postponed=True))


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (
            """
            class Evaluator:
                def __call__(self, hand: list[int]): return hand
            evaluate = Evaluator()
            """,
            NUMBERS,
        ),
        (
            """
            class Evaluator:
                def evaluate(self, hand: Hand): return hand
            evaluate = Evaluator().evaluate
            """,
            NUMBERS,
        ),
        (
            """
            class Evaluator:
                @classmethod
                def evaluate(cls, hand: Hand): return hand
            evaluate = Evaluator.evaluate
            """,
            NUMBERS,
        ),
        (
            """
            class evaluate(list):
                def __init__(self, cards: Hand): super().__init__(cards)
            """,
            NUMBERS,
        ),
        (
            """
            class evaluate(str):
                def __new__(cls, cards: str): return cards
            """,
            TEXT,
        ),
        (
            """
            def score(table, hand: Hand, weight): return table, hand, weight
            evaluate = functools.partial(score, 1, weight=2)
            """,
            (1, NUMBERS, 2),
        ),
        (
            """
            def score(hand: Hand, table): return hand, table
            evaluate = functools.partial(score, table=1)
            """,
            (NUMBERS, 1),
        ),
        (
            """
            def score(table, hand: Hand): return table, hand
            evaluate = functools.partial(score, table=1)
            """,
            (1, NUMBERS),
        ),
        (
            """
            def logged(function):
                @functools.wraps(function)
                def wrapper(*args, **kwargs): return function(*args, **kwargs)
                return wrapper
            @logged
            def evaluate(hand: Hand): return hand
            """,
            NUMBERS,
        ),
        (
            """
            def best(function):
                @functools.wraps(function)
                def wrapper(*args): return max(function(*args))
                return wrapper
            @best
            def evaluate(hand: Hand): yield from hand
            """,
            45,
        ),
    ],
)
def test_callables_that_are_not_plain_functions(source: str, answer: Any) -> None:
    assert answer == answer_of(defined(source))
    assert answer == answer_of(defined(source, postponed=True))


@pytest.mark.parametrize(
    ("source", "hand"),
    [
        ("@functools.cache\ndef evaluate(hand): return hand", tuple(TEXTS)),
        ("@functools.lru_cache(9)\ndef evaluate(hand: list[int]): return hand", tuple(NUMBERS)),
        ("@functools.cache\ndef evaluate(*, hand: Hand): return hand", tuple(NUMBERS)),
        ("@functools.cache\ndef evaluate(hand: set[int]): return hand", frozenset(NUMBERS)),
        ("@functools.cache\ndef evaluate(hand: str): return hand", TEXT),
        ("@functools.cache\ndef evaluate(*cards: int): return cards", tuple(NUMBERS)),
        ("evaluate = functools.partial(functools.cache(lambda hand: hand))", tuple(TEXTS)),
        (
            """
            class Evaluator:
                @functools.cache
                def evaluate(self, hand): return hand
            evaluate = Evaluator().evaluate
            """,
            tuple(TEXTS),
        ),
        (
            """
            class Evaluator:
                @functools.cache
                def __call__(self, hand): return hand
            evaluate = Evaluator()
            """,
            tuple(TEXTS),
        ),
        (
            """
            def wrapper(hand): return cached(hand)
            @functools.cache
            def cached(hand): return hand
            evaluate = functools.wraps(cached)(wrapper)
            """,
            tuple(TEXTS),
        ),
    ],
)
def test_a_cached_function_gets_a_hashable_hand(source: str, hand: Any) -> None:
    assert hand == answer_of(defined(source))


@pytest.mark.parametrize(
    ("source", "sizes"),
    [
        ("def evaluate(hand): ...", None),
        ("def evaluate(*cards): ...", None),
        ("def evaluate(hand: list[int]): ...", None),
        ("def evaluate(hand: tuple[int, ...]): ...", None),
        ("def evaluate(hand: tuple[int, int, int, int, int]): ...", range(5, 6)),
        ("def evaluate(*, hand: tuple[int, int, int, int, int, int]): ...", range(6, 7)),
        ("def evaluate(a, b, c, d, e): ...", range(5, 6)),
        ("def evaluate(a, b, c, d, e, f, fast=True): ...", range(6, 7)),
        ("def evaluate(a, b, c, d, e, f, g, /): ...", range(7, 8)),
    ],
)
def test_sizes_that_a_signature_allows(source: str, sizes: range | None) -> None:
    assert sizes == how_to_call(defined(source)).sizes


def test_every_call_gets_a_new_hand() -> None:
    hand = list(TEXTS)
    assert sorted(TEXTS) == how_to_call(lambda hand: hand.sort() or hand).ask(hand)
    assert hand == TEXTS


def test_the_function_takes_a_hand_that_make_hand_makes() -> None:
    """Else the check cannot compare a hand before and after a call."""
    by_name = how_to_call(defined("def evaluate(*, hand: str): return hand"))
    assert by_name.make_hand
    assert by_name.function(by_name.make_hand(TEXTS)) == TEXT
    spread = how_to_call(defined("def evaluate(*cards): return cards"))
    assert spread.make_hand is None
    assert spread.function(TEXTS) == spread.ask(TEXTS) == tuple(TEXTS)


@pytest.mark.parametrize("alias", ["Hand", "list[Hand2]", "'Hand'"])
def test_type_statements(alias: str) -> None:
    """Else aliases such as ``type Hand = list[int]`` of Python 3.12 are refused."""
    function = defined(f"def evaluate(hand: {alias}): return hand", postponed=True)
    function.__globals__["Hand"] = TypeAliasType("Hand", list[int])
    function.__globals__["Hand2"] = TypeAliasType("Hand2", int)
    assert answer_of(function) == NUMBERS


def test_names_that_only_type_checkers_see() -> None:
    """Else imports for type checkers make an evaluator unusable, although no hand needs them."""
    evaluate = defined(
        "def evaluate(hand: Sequence[Card], table: Unseen = 0) -> Unseen: return hand",
        postponed=True,
    )
    assert answer_of(evaluate) == NUMBERS
    del evaluate.__globals__["Sequence"]
    assert answer_of(evaluate) == NUMBERS
    del evaluate.__globals__["Card"]
    assert refusal(how_to_call, evaluate) == (
        "evaluate(hand: Sequence[Card]): name 'Card' is not defined; "
        "annotate hand as list[str], list[int] or str, and convert it inside evaluate"
    )


CONVERT = "annotate hand as list[str], list[int] or str, and convert it inside evaluate"


@pytest.mark.parametrize("postponed", [False, True])
@pytest.mark.parametrize(
    "annotation",
    [
        *("Own", "OwnInt", "OwnList", "OwnPair", "Rank", "Suit", "Shuffled", "Optional[Own]"),
        *("dict", "dict[str, int]", "Mapping[str, int]", "bytes", "bytearray", "int", "float"),
        *("bool", "None", "range", "Iterator[str]", "Generator[int]", "Callable[[int], int]"),
        *("list[Own]", "list[OwnInt]", "Sequence[Suit]", "list[Rank]", "list[bool]", "list[None]"),
        *("list[float]", "list[list[str]]", "list[tuple[int, int]]", "list[OwnPair]"),
        *("tuple[str, int]", "tuple[list[int], list[int]]", "list[Shuffled]", "type[int]"),
        *("Literal[5]", "deque[int]", "5"),
    ],
)
def test_annotations_that_no_hand_fits(annotation: str, postponed: bool) -> None:
    """Else such a function gets a list of texts, and a wrong verdict."""
    source = f"from collections import deque\ndef evaluate(hand: {annotation}): ..."
    assert refusal(how_to_call, defined(source, postponed=postponed)).endswith(f"; {CONVERT}")


REFUSED = """
def evaluate(hand: Own): ...
evaluate(hand: Own): we cannot make this from cards; {CONVERT}

def evaluate(hand: Own = None, *, fast=True): ...
evaluate(hand: Own): we cannot make this from cards; {CONVERT}

def evaluate(*, hand: Own): ...
evaluate(hand: Own): we cannot make this from cards; {CONVERT}

class evaluate(list): __init__ = lambda self, hand, fast: None
evaluate(hand, fast) takes two parameters; write evaluate(hand), {OR_COMPARE}

def evaluate(hand: collections.abc.Sequence[Own], fast=True): ...
evaluate(hand: Sequence[Own]): we cannot make this from cards; {CONVERT}

def evaluate(hand: range | dict[str, int] | Mapping[str, int] | Callable[[int], int]): ...
evaluate(hand: range | dict[str, int] | Mapping[str, int] | ...): {NOT_MADE}; {CONVERT}

def evaluate(hand: "Unseen"): ...
evaluate(hand: Unseen): name 'Unseen' is not defined; {CONVERT}

def evaluate(hand: list["Unseen"]): ...
evaluate(hand: list['Unseen']): name 'Unseen' is not defined; {CONVERT}

def evaluate(hand: "five cards"): ...
evaluate(hand: five cards): Forward reference must be an expression -- got 'five cards'; {CONVERT}

def evaluate(hand: np.ndarray): ...
evaluate(hand: ndarray): only --style numpy gives arrays; {CONVERT}

def evaluate(hand: "NDArray[np.int64]"): ...
evaluate(hand: NDArray[int64]): only --style numpy gives arrays; {CONVERT}

def evaluate(hand: "ArrayLike"): ...
evaluate(hand: ArrayLike): only --style numpy gives arrays; {CONVERT}

def evaluate(hand: "Array"): ...
evaluate(hand: Array): only --style numpy gives arrays; {CONVERT}

def evaluate(hand: "unseen_np.ndarray"): ...
evaluate(hand: ndarray): only --style numpy gives arrays; {CONVERT}

def evaluate(a, b, c, d, e: Own): ...
evaluate(e: Own): we cannot make this from cards; {CONVERT_CARD}

def evaluate(*e: list[str]): ...
evaluate(*e: list[str]): we cannot make this from cards; {CONVERT_CARD}

def evaluate(a: int, b: int, c: int, d: int, e: str): ...
evaluate(a, b, c, d, e) takes its cards in two forms; annotate all of them alike

def evaluate(a: int, b, c, d, e): ...
evaluate(a, b, c, d, e) takes its cards in two forms; annotate all of them alike

def evaluate(): ...
evaluate() takes no hand; write evaluate(hand)

def evaluate(*, fast=True): ...
evaluate() takes no hand; write evaluate(hand)

class evaluate: ...
evaluate() takes no hand; write evaluate(hand)

def evaluate(ranks, suits: Own, fast=True): ...
evaluate(ranks, suits) takes two parameters; write evaluate(hand), {OR_COMPARE}

from operator import lt as evaluate
lt(a, b, /) takes two parameters; write lt(hand), {OR_COMPARE}

def evaluate(a, b, c): ...
evaluate(a, b, c) takes 3 parameters; write evaluate(hand), or evaluate(*cards)

def evaluate(a, b, c, d): ...
evaluate(a, b, c, d) takes 4 parameters; write evaluate(hand), or evaluate(*cards)

def evaluate(a, b, c, d, e, f, g, h): ...
evaluate(a, b, c, d, e, f, g, h) takes 8 parameters; write evaluate(hand), or evaluate(*cards)

def evaluate(hand, *, table): ...
evaluate(hand, *, table) takes more than a hand; give every other parameter a default

def evaluate(*, hand, table): ...
evaluate(*, hand, table) takes more than a hand; give every other parameter a default

def evaluate(*cards, table): ...
evaluate(*cards, table) takes more than a hand; give every other parameter a default

def evaluate(a, b, c, d, e, *, table): ...
evaluate(a, b, c, d, e, *, table) takes more than a hand; give every other parameter a default

evaluate = Evaluator.evaluate
evaluate(self, hand) is a method of a class; {ON_INSTANCE}.evaluate

evaluate = Evaluator.cached
cached(self) is a method of a class; {ON_INSTANCE}.cached

evaluate = Evaluator()
Evaluator(hand) is async; write a plain def that returns the key

async def evaluate(hand): ...
evaluate(hand) is async; write a plain def that returns the key

async def evaluate(hand): yield 0
evaluate(hand) is async; write a plain def that returns the key

def evaluate(hand): yield 0
evaluate(hand) yields; return the key instead

evaluate = functools.partial(Evaluator().yields, table=1)
yields(hand) yields; return the key instead

evaluate = lambda *args, **options: 0
<lambda>(*args) hides its parameters behind **options; use functools.wraps in its decorator
"""

COMPARISONS_REFUSED = """
def evaluate(hand): ...
evaluate(hand) must take two hands and nothing else; write evaluate(first, second)

def evaluate(a, b, c): ...
evaluate(a, b, c) must take two hands and nothing else; write evaluate(first, second)

def evaluate(a, b, *, log): ...
evaluate(a, b, *, log) must take two hands and nothing else; write evaluate(first, second)

def evaluate(a: list[int], b: str): ...
evaluate(a, b) takes its hands in two forms; annotate both alike

def evaluate(a: list[int], b): ...
evaluate(a, b) takes its hands in two forms; annotate both alike

def evaluate(a: str, hand: Own): ...
evaluate(hand: Own): we cannot make this from cards; {CONVERT}

evaluate = Evaluator.evaluate
evaluate(self, hand) is a method of a class; {ON_INSTANCE}.evaluate

def evaluate(a, b): yield 0
evaluate(a, b) yields; return the key instead
"""

EVALUATOR = """
class Evaluator:
    def evaluate(self, hand): ...
    @functools.cache
    def cached(self): ...
    def yields(self, hand, table): yield 0
    async def __call__(self, hand): ...
"""


def cases(table: str) -> list[list[str]]:
    """Pairs of a source and the sentence about it."""
    sentences = {
        "NOT_MADE": "we cannot make this from cards",
        "CONVERT": CONVERT,
        "CONVERT_CARD": "annotate e as str or int, and convert it inside evaluate",
        "OR_COMPARE": "or use --compare if it compares two hands",
        "ON_INSTANCE": "make an instance of the class, and name its method: mine.py:instance",
    }
    return [case.format(**sentences).split("\n") for case in table.strip().split("\n\n")]


@pytest.mark.parametrize(("source", "sentence"), cases(REFUSED))
def test_sentences_of_refusals(source: str, sentence: str) -> None:
    assert sentence == refusal(how_to_call, defined(EVALUATOR + source))


@pytest.mark.parametrize(("source", "sentence"), cases(COMPARISONS_REFUSED))
def test_sentences_of_refused_comparisons(source: str, sentence: str) -> None:
    assert sentence == refusal(how_to_compare, defined(EVALUATOR + source))


def test_array_like_is_not_text() -> None:
    """Else `ArrayLike`, a long union that includes ``str``, gets a hand as text."""
    evaluate = defined("def evaluate(hand: ArrayLike): ...")
    assert refusal(how_to_call, evaluate).endswith(
        f" ...): only --style numpy gives arrays; {CONVERT}"
    )


def comparison_of(function: Callable[..., Any]) -> Any:
    """The function's answer to two hands, K-Q-J-T-9 and K-Q."""
    comparison = how_to_compare(function)
    cards: Sequence[Any] = NUMBERS if comparison.cards is int else TEXTS
    return comparison.ask(tuple(cards), tuple(cards[:2]))


@pytest.mark.parametrize("postponed", [False, True])
@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("def compare(a, b): return a, b", (TEXTS, TEXTS[:2])),
        ("def compare(a: list[int], b: Hand, log=0): return a, b", (NUMBERS, NUMBERS[:2])),
        ("def compare(a: str, b: str, /): return a, b", (TEXT, "Kd Qs")),
        ("def compare(*hands): return hands", (TEXTS, TEXTS[:2])),
        ("def compare(*hands: tuple[int, ...]): return hands[1]", tuple(NUMBERS[:2])),
        ("@functools.cache\ndef compare(a, b): return a, b", (tuple(TEXTS), tuple(TEXTS[:2]))),
    ],
)
def test_comparisons(source: str, answer: Any, postponed: bool) -> None:
    assert answer == comparison_of(defined(source, "compare", postponed))


def test_builtin_functions_compare_lists_of_texts() -> None:
    assert comparison_of(operator.gt) is True
    assert comparison_of(min) == TEXTS[:2]


def test_a_bound_method_compares() -> None:
    source = """
    class Judge:
        def compare(self, a: Hand, b: Hand): return len(a) - len(b)
    compare = Judge().compare
    """
    assert comparison_of(defined(source, "compare")) == 3


FOR_TYPE_CHECKERS = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from collections.abc import Sequence
    from mine import Key, Own
def plain(hand) -> Key: return hand
def texts(hand: Sequence[str]) -> Key: return hand
def numbers(hand: list[int]) -> "Key": return hand
def own(hand: Own): return hand
"""


@pytest.mark.skipif(sys.version_info < (3, 14), reason="such a def raised NameError before")
def test_annotations_may_use_missing_names() -> None:
    """Else a missing name refuses a function, although the annotation of its hand is known."""
    module: dict[str, Any] = {}
    exec(FOR_TYPE_CHECKERS, module)
    forms = [how_to_call(module[name]).cards for name in ("plain", "texts", "numbers")]
    assert forms == [str, str, int]
    with pytest.raises(CallError, match="name 'Own' is not defined"):
        how_to_call(module["own"])
