"""A broken evaluator for every student: a right one in one of three styles, with one of 30 faults.

A style is a way to write an evaluator. A fault gives the same wrong order of all hands in all three
styles, and no two faults give the same order. So each broken evaluator has one right answer to the
question for its fault. The seed, such as a student's number, chooses the fault and the style.

>>> yours = broken("7")
>>> yours.fault.name, yours.style
('three of a kind above straight', 'buckets')
>>> print(yours.fault.words)
The code puts three of a kind above a straight.
"""

import ast
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from hashlib import sha256
from pathlib import Path

STYLES = ("counter", "buckets", "sorting")
"""The names of the styles: each is a module of `written`."""


@dataclass(frozen=True)
class Fault:
    """A fault, and how it is written in each style.

    Attributes:
        name: what a student calls it.
        words: a sentence that says what the code does wrong.
        chapter: the number of the chapter that treats it.
        edits: by style, the part of its code to replace, and its replacement.
    """

    name: str
    words: str
    chapter: int
    edits: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Broken:
    """The broken evaluator of a student.

    Attributes:
        fault: what is wrong with it.
        style: how it is written.
        source: the whole file as the student gets it.
    """

    fault: Fault
    style: str
    source: str


FAULTS: dict[str, Fault] = {}
"""All faults, by name. If you add or move one, seeds get other faults than before."""


def _fault(
    name: str,
    words: str,
    *,
    chapter: int,
    counter: tuple[str, str],
    buckets: tuple[str, str],
    sorting: tuple[str, str],
) -> None:
    """Enter a fault into `FAULTS`."""
    edits = {"counter": counter, "buckets": buckets, "sorting": sorting}
    FAULTS[name] = Fault(name, words, chapter, edits)


# Code that several faults replace.
IF_WHEEL = "    if ranks == [14, 5, 4, 3, 2]:\n"
IF_WHEEL_SET = "    if set(ranks) == {14, 5, 4, 3, 2}:\n"
LOW_ACE = "        ranks = [5, 4, 3, 2, 1]\n"
STRAIGHT_BY_COUNT = "    straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4\n"
STRAIGHT_BY_LOOP = "    straight = is_straight(ranks)\n"
STRAIGHT_BY_SET = "    straight = set(ranks) == set(range(ranks[0] - 4, ranks[0] + 1))\n"
CATEGORY_NAMES = "THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR"
SORTED_BY_COUNT = "ordered = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)"
RETURN_ORDERED = "    return category, ordered\n"
ALL_BUCKETS = "    return category, fours + threes + pairs + singles\n"
GROUPS = "    groups = sorted(zip(counts, ranks), reverse=True)\n"
RANKS_OF_GROUPS = "    ranks = [rank for count, rank in groups]\n"
RETURN_RANKS = "    return [category, *ranks]\n"

# --- The ace and the table of ranks. ---

_fault(
    "no wheel",
    "The code does not take A-2-3-4-5 for a straight.",
    chapter=3,
    counter=(IF_WHEEL, "    if ranks == [2, 3, 4, 5, 14]:\n"),
    buckets=(IF_WHEEL + LOW_ACE, ""),
    sorting=(IF_WHEEL_SET, "    if set(ranks) == {1, 2, 3, 4, 5}:\n"),
)
_fault(
    "high ace in the wheel",
    "The code takes A-2-3-4-5 for a straight, and compares its ace as 14.",
    chapter=3,
    counter=(
        IF_WHEEL + LOW_ACE + STRAIGHT_BY_COUNT,
        (
            "    wheel = ranks == [14, 5, 4, 3, 2]\n"
            "    straight = wheel or (len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4)\n"
        ),
    ),
    buckets=(
        IF_WHEEL + LOW_ACE + STRAIGHT_BY_LOOP,
        "    straight = is_straight(ranks) or ranks == [14, 5, 4, 3, 2]\n",
    ),
    sorting=(
        IF_WHEEL_SET + LOW_ACE + STRAIGHT_BY_SET,
        "    straight = set(ranks) in ({14, 5, 4, 3, 2}, set(range(ranks[4], ranks[4] + 5)))\n",
    ),
)
_fault(
    "wheel with any fifth card",
    "The code takes 5-4-3-2 for the wheel, whatever the highest card is.",
    chapter=3,
    counter=(IF_WHEEL, "    if ranks[1:] == [5, 4, 3, 2]:\n"),
    buckets=(IF_WHEEL, "    if ranks[1:] == [5, 4, 3, 2]:\n"),
    sorting=(IF_WHEEL_SET, "    if ranks[1:] == [5, 4, 3, 2]:\n"),
)
_fault(
    "low ace beside a deuce",
    "The code counts an ace as 1 in every hand that has a deuce.",
    chapter=1,
    counter=(
        IF_WHEEL + LOW_ACE,
        "    if ranks[0] == 14 and ranks[4] == 2:\n        ranks = [*ranks[1:], 1]\n",
    ),
    buckets=(
        IF_WHEEL + LOW_ACE,
        "    if 14 in ranks and 2 in ranks:\n        ranks = [*ranks[1:], 1]\n",
    ),
    sorting=(
        IF_WHEEL_SET + LOW_ACE,
        "    if {14, 2} <= set(ranks):\n        ranks = [*ranks[1:], 1]\n",
    ),
)
_fault(
    "ace as the lowest rank",
    "The code counts the ace as 1 in every hand.",
    chapter=1,
    counter=('"--23456789TJQKA"', '"-A23456789TJQK"'),
    buckets=('"A": 14', '"A": 1'),
    sorting=("ORDER.rindex", "ORDER.index"),
)
_fault(
    "jack and queen swapped",
    "The code counts a jack as 12 and a queen as 11.",
    chapter=1,
    counter=('"--23456789TJQKA"', '"--23456789TQJKA"'),
    buckets=('"J": 11, "Q": 12', '"Q": 11, "J": 12'),
    sorting=('"A23456789TJQKA"', '"A23456789TQJKA"'),
)

# --- The tests for a straight and for a flush. ---

_fault(
    "no straight up to the ace",
    "The code does not take T-J-Q-K-A for a straight.",
    chapter=3,
    counter=("len(set(ranks)) == 5 and", "len(set(ranks)) == 5 and ranks[0] < 14 and"),
    buckets=("    in_a_row = True\n", "    in_a_row = ranks[0] < 14\n"),
    sorting=(
        STRAIGHT_BY_SET,
        "    straight = set(ranks) in [set(range(low, low + 5)) for low in range(1, 10)]\n",
    ),
)
_fault(
    "straight by highest minus lowest only",
    "The code takes every hand for a straight whose highest rank is four above its lowest.",
    chapter=3,
    counter=(STRAIGHT_BY_COUNT, "    straight = ranks[0] - ranks[4] == 4\n"),
    buckets=(
        (
            "    for place in range(4):\n"
            "        if ranks[place] - ranks[place + 1] != 1:\n"
            "            in_a_row = False\n"
        ),
        "    if ranks[0] - ranks[4] != 4:\n        in_a_row = False\n",
    ),
    sorting=(STRAIGHT_BY_SET, "    straight = ranks[0] - 4 == ranks[4]\n"),
)
_fault(
    "straight of four cards",
    "The code takes a hand for a straight if its four highest cards are in a row.",
    chapter=3,
    counter=(
        STRAIGHT_BY_COUNT,
        "    straight = len(set(ranks[:4])) == 4 and ranks[0] - ranks[3] == 3\n",
    ),
    buckets=("for place in range(4):", "for place in range(3):"),
    sorting=(
        STRAIGHT_BY_SET,
        "    straight = set(ranks[:4]) == set(range(ranks[0] - 3, ranks[0] + 1))\n",
    ),
)
_fault(
    "straight that skips equal ranks",
    "The code takes a hand for a straight if its ranks have no gap, and lets ranks be equal.",
    chapter=3,
    counter=(STRAIGHT_BY_COUNT, "    straight = ranks[0] - ranks[4] == len(set(ranks)) - 1\n"),
    buckets=("ranks[place + 1] != 1", "ranks[place + 1] > 1"),
    sorting=(
        STRAIGHT_BY_SET,
        "    straight = set(ranks) == set(range(ranks[4], ranks[0] + 1))\n",
    ),
)
_fault(
    "flush of four cards",
    "The code takes four cards of a suit for a flush.",
    chapter=3,
    counter=("max(suits.values()) == 5", "max(suits.values()) > 3"),
    buckets=("suits.count(suit) == 5", "suits.count(suit) >= 4"),
    sorting=("suits[0] == suits[4]", "suits[0] == suits[3] or suits[1] == suits[4]"),
)
_fault(
    "straight flush as a flush",
    "The code takes a straight flush for a flush.",
    chapter=3,
    counter=("    if straight and flush:\n", "    elif straight and flush:\n"),
    buckets=(
        "    if straight and flush:\n        category = 8\n    elif fours:\n",
        "    if fours:\n",
    ),
    sorting=("        straight and flush,\n", ""),
)
_fault(
    "straight flush as a straight",
    "The code takes a straight flush for a straight.",
    chapter=3,
    counter=(
        "    if flush:\n        category = max(category, FLUSH)\n    if straight and flush:\n",
        "    elif flush:\n        category = max(category, FLUSH)\n    elif straight and flush:\n",
    ),
    buckets=(
        '    flush = any(suits.count(suit) == 5 for suit in "cdhs")\n',
        '    flush = not straight and any(suits.count(suit) == 5 for suit in "cdhs")\n',
    ),
    sorting=("flush = suits[0] == suits[4]", "flush = not straight and suits[0] == suits[4]"),
)

# --- The tests for categories, and the order of these. ---

_fault(
    "full house as three of a kind",
    "The code takes a full house for three of a kind.",
    chapter=3,
    counter=("(3, 2): FULL_HOUSE", "(3, 2): THREE"),
    buckets=("    elif threes and pairs:\n", "    elif threes and len(pairs) == 1:\n"),
    sorting=("3 in counts and 2 in counts,", "counts == [3, 2],"),
)
_fault(
    "two pair as one pair",
    "The code takes two pair for one pair.",
    chapter=3,
    counter=("(2, 2, 1): TWO_PAIR", "(2, 2, 1): ONE_PAIR"),
    buckets=("len(pairs) == 4", "len(pairs) > 4"),
    sorting=("counts.count(2) == 4", "counts == [2, 2, 1]"),
)
_fault(
    "two pair as three of a kind",
    "The code takes two pair for three of a kind.",
    chapter=3,
    counter=("(2, 2, 1): TWO_PAIR", "(2, 2, 1): THREE"),
    buckets=("    elif threes:\n", "    elif len(set(ranks)) == 3:\n"),
    sorting=("        3 in counts,  # three", "        len(set(ranks)) == 3,  # three"),
)
_fault(
    "one pair above two pair",
    "The code takes one pair for two pair, and two pair for one pair.",
    chapter=2,
    counter=("HIGH_CARD, ONE_PAIR, TWO_PAIR", "HIGH_CARD, TWO_PAIR, ONE_PAIR"),
    buckets=("len(pairs) == 4", "len(pairs) == 2"),
    sorting=("counts.count(2) == 4", "counts.count(2) == 2"),
)
_fault(
    "three of a kind above straight",
    "The code puts three of a kind above a straight.",
    chapter=2,
    counter=(CATEGORY_NAMES, "STRAIGHT, THREE, FLUSH, FULL_HOUSE, FOUR"),
    buckets=(
        "        category = 4\n    elif threes:\n        category = 3\n",
        "        category = 3\n    elif threes:\n        category = 4\n",
    ),
    sorting=(
        "        3 in counts,  # three of a kind\n        straight,\n",
        "        straight,\n        3 in counts,  # three of a kind\n",
    ),
)
_fault(
    "straight above flush",
    "The code puts a straight above a flush.",
    chapter=2,
    counter=(CATEGORY_NAMES, "THREE, FLUSH, STRAIGHT, FULL_HOUSE, FOUR"),
    buckets=(
        "        category = 5\n    elif straight:\n        category = 4\n",
        "        category = 4\n    elif straight:\n        category = 5\n",
    ),
    sorting=("        straight,\n        flush,\n", "        flush,\n        straight,\n"),
)
_fault(
    "flush above full house",
    "The code puts a flush above a full house.",
    chapter=2,
    counter=(CATEGORY_NAMES, "THREE, STRAIGHT, FULL_HOUSE, FLUSH, FOUR"),
    buckets=(
        "        category = 6\n    elif flush:\n        category = 5\n",
        "        category = 5\n    elif flush:\n        category = 6\n",
    ),
    sorting=(
        "        flush,\n        3 in counts and 2 in counts,  # full house\n",
        "        3 in counts and 2 in counts,  # full house\n        flush,\n",
    ),
)

# --- The ranks: which are compared, and in which order. ---

_fault(
    "all kickers lost",
    "The code compares no kicker of any hand that has a pair, three or four.",
    chapter=1,
    counter=(
        RETURN_ORDERED,
        "    return category, [rank for rank in ordered if counts[rank] > 1] or ordered\n",
    ),
    buckets=(ALL_BUCKETS, "    return category, (fours + threes + pairs) or singles\n"),
    sorting=(
        RANKS_OF_GROUPS,
        "    ranks = [rank for count, rank in groups if count > 1] or ranks\n",
    ),
)
_fault(
    "kicker of two pair lost",
    "The code does not compare the kicker of two pair.",
    chapter=1,
    counter=(
        RETURN_ORDERED,
        "    if category == TWO_PAIR:\n        ordered = ordered[:4]\n" + RETURN_ORDERED,
    ),
    buckets=("        category = 2\n", "        category = 2\n        singles = []\n"),
    sorting=(
        RETURN_RANKS,
        "    if category == 2:\n        ranks = ranks[:4]\n" + RETURN_RANKS,
    ),
)
_fault(
    "fifth card lost",
    "The code compares only the first four cards after sorting.",
    chapter=1,
    counter=(RETURN_ORDERED, "    return category, ordered[:4]\n"),
    buckets=(ALL_BUCKETS, "    return category, (fours + threes + pairs + singles)[:4]\n"),
    sorting=(RETURN_RANKS, "    return [category, *ranks[:4]]\n"),
)
_fault(
    "flush by its highest card",
    "The code compares only the highest card of a flush.",
    chapter=1,
    counter=(
        RETURN_ORDERED,
        "    if category == FLUSH:\n        ordered = ordered[:1]\n" + RETURN_ORDERED,
    ),
    buckets=("        category = 5\n", "        category = 5\n        singles = singles[:1]\n"),
    sorting=(RETURN_RANKS, "    return [category, ranks[0]] if flush else [category, *ranks]\n"),
)
_fault(
    "lowest first among equal counts",
    "The code compares the lower pair before the higher one, and low cards before high ones.",
    chapter=4,
    counter=("(counts[rank], rank)", "(counts[rank], -rank)"),
    buckets=("    for rank in ranks:\n", "    for rank in reversed(ranks):\n"),
    sorting=(
        GROUPS,
        "    groups = sorted(zip(counts, ranks), key=lambda group: (-group[0], group[1]))\n",
    ),
)
_fault(
    "kickers before pairs",
    "The code compares ranks that occur once before those of pairs, threes and fours.",
    chapter=1,
    counter=("(counts[rank], rank)", "(-counts[rank], rank)"),
    buckets=(ALL_BUCKETS, "    return category, singles + pairs + threes + fours\n"),
    sorting=(
        GROUPS,
        "    groups = sorted(zip(counts, ranks), key=lambda group: (group[0], -group[1]))\n",
    ),
)
_fault(
    "pairs among the kickers",
    "The code sorts pairs among the kickers, and puts only threes and fours first.",
    chapter=4,
    counter=("(counts[rank], rank)", "(counts[rank] > 2, rank)"),
    buckets=(
        ALL_BUCKETS,
        "    return category, fours + threes + sorted(pairs + singles, reverse=True)\n",
    ),
    sorting=(
        GROUPS,
        "    groups = sorted(zip([count > 2 for count in counts], ranks), reverse=True)\n",
    ),
)
_fault(
    "full house by its higher rank",
    "The code compares the higher rank of a full house first, even if it is that of the pair.",
    chapter=4,
    counter=("(counts[rank], rank)", "(counts[rank] > 1, rank)"),
    buckets=(
        ALL_BUCKETS,
        "    return category, sorted(fours + threes + pairs, reverse=True) + singles\n",
    ),
    sorting=(
        GROUPS,
        "    groups = sorted(zip([count > 1 for count in counts], ranks), reverse=True)\n",
    ),
)
_fault(
    "counts lost in a set",
    "The code compares a set of the ranks, which does not know how often each rank occurs.",
    chapter=4,
    counter=(SORTED_BY_COUNT, "ordered = sorted(set(ranks), reverse=True)"),
    buckets=(ALL_BUCKETS, "    return category, sorted(set(ranks), reverse=True)\n"),
    sorting=(
        GROUPS + RANKS_OF_GROUPS,
        "    ranks = sorted(set(ranks), reverse=True)\n",
    ),
)
_fault(
    "ranks added",
    "The code adds the ranks, and compares the sums.",
    chapter=5,
    counter=(RETURN_ORDERED, "    return category, [sum(ordered)]\n"),
    buckets=(ALL_BUCKETS, "    return category, [sum(fours + threes + pairs + singles)]\n"),
    sorting=(RETURN_RANKS, "    return [category, sum(ranks)]\n"),
)

# --- A broken evaluator of one's own. ---

STRIDE = 11
"""How far neighbouring numbers are apart in `FAULTS`; it shares no divisor with their number."""
LONGEST_SEED = 60
HEAD = '''"""An evaluator with one fault. The higher key wins.

1. Find the fault. Set FAULT to its name, from the list in the exercise.
2. Set WITNESS to two hands that `evaluate` orders wrongly, the better hand first. A tie can be
   wrong, too.
3. Mend the fault, and leave the rest as it is. Then run:

allhands grade 09 FILE --seed {seed}
"""

FAULT = ""
WITNESS = ("", "")  # for example ("Kd Kh 9s 5c 2d", "Qd Qh Js 7c 4h")

'''


def broken(seed: str) -> Broken:
    """The broken evaluator that belongs to a seed, the same one on every machine.

    Consecutive numbers have different faults until all faults are used up, then the same faults
    in other styles. Any other text is hashed, in lower case.

    Raises:
        ValueError: the seed is empty.
    """
    seed = seed.strip()
    if not seed:
        raise ValueError("the seed is empty: give a number or a name, such as a student's")
    turn, place = divmod(_number_of(seed), len(FAULTS))
    fault = list(FAULTS.values())[place * STRIDE % len(FAULTS)]
    return _broken(fault, STYLES[(place + turn) % len(STYLES)], seed)


def every_broken() -> Iterator[Broken]:
    """Every fault in every style; their files say SEED where the seed stands."""
    for fault in FAULTS.values():
        for style in STYLES:
            yield _broken(fault, style, "SEED")


def _number_of(seed: str) -> int:
    """A number for each pair of fault and style: of digits, the remainder of their number.

    >>> _number_of("07"), _number_of("97")
    (7, 7)
    """
    pairs = len(FAULTS) * len(STYLES)
    if seed.isdecimal():  # digit by digit: int() refuses very long numbers
        return reduce(lambda number, digit: (10 * number + int(digit)) % pairs, seed, 0)
    digest = sha256(
        seed.casefold().encode("utf-8", "surrogatepass")
    )  # a terminal can send invalid text
    return int(digest.hexdigest(), 16) % pairs


def _broken(fault: Fault, style: str, seed: str) -> Broken:
    code = right_code(style).replace(*fault.edits[style])
    return Broken(fault, style, HEAD.format(seed=_shown(seed)) + code)


def _shown(seed: str) -> str:
    """A seed as one types it in a terminal, or SEED if it does not fit into a line of a docstring.

    >>> _shown("ada@example.org"), _shown("Ada Lovelace"), _shown("x" * 61)
    ('ada@example.org', "'Ada Lovelace'", 'SEED')
    """
    quoted = shlex.quote(seed)
    is_safe = quoted.isprintable() and "\\" not in quoted and '"""' not in quoted
    return quoted if is_safe and len(quoted) <= LONGEST_SEED else "SEED"


@cache
def right_code(style: str) -> str:
    """The code of a style without a fault, its docstrings cut to their first lines.

    >>> right_code("sorting").splitlines()[0]
    'ORDER = "A23456789TJQKA"'
    """
    code = (Path(__file__).parent / "written" / f"{style}.py").read_text("utf-8")
    module = ast.parse(code)
    code = code.removeprefix(f'"""{ast.get_docstring(module)}"""').lstrip("\n")
    for function in module.body:
        if isinstance(function, ast.FunctionDef):
            docstring = ast.get_docstring(function, clean=False) or ""
            code = code.replace(docstring, docstring.split("\n")[0])
    return code
