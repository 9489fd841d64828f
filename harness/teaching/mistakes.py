"""The catalogue of faults: edits of one clean evaluator, each wrong in one way.

A hand is a list such as ``["Kd", "Qs", "Jc", "Th", "9s"]``. `right` puts all hands into the order
of the rules. A mistake is a diff of its code: the lines with a minus are taken out, and those with
a plus stand there instead; where no line is taken out, they stand before the last one.

`FAULTS` are those of exercise 09, where every student gets one of them. `MISTAKES` are those that
students make, `BUGS` are planted. Some are in two of these, or in all. Exercises, tests and
benchmarks take their faults from here.

>>> right(["Ad", "5c", "4c", "3c", "2c"])
(4, 5, 4, 3, 2, 1)
>>> MISTAKES["no_wheel"].function(["Ad", "5c", "4c", "3c", "2c"])
(0, 14, 5, 4, 3, 2)
>>> MISTAKES["no_wheel"].cause
'A-2-3-4-5 is not taken for a straight'
>>> print(MISTAKES["no_wheel"].diff)
-    if ranks == [14, 5, 4, 3, 2]:
-        ranks = [5, 4, 3, 2, 1]
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harness.teaching import clean

Function = Callable[[list[str]], Any]

right = clean.evaluate
CLEAN = inspect.getsource(clean).removeprefix(f'"""{clean.__doc__}"""').lstrip()
"""The code of `right`, without the text above it."""
LAST = "    return category, *in_order\n"


@dataclass(frozen=True)
class Mistake:
    """An evaluator with a mistake.

    Attributes:
        cause: what is wrong, in one line.
        diff: the edit of the clean code.
        by_class: whether all hands of a class have the same key, in any order of their cards.
    """

    cause: str
    diff: str
    by_class: bool = True

    @cached_property
    def source(self) -> str:
        """The code with the mistake."""
        lines = self.diff.splitlines()
        old = "".join(f"{line[1:]}\n" for line in lines if line.startswith("-"))
        new = "".join(f"{line[1:]}\n" for line in lines if line.startswith("+"))
        return CLEAN.replace(old, new) if old else CLEAN.replace(LAST, new + LAST)

    @cached_property
    def function(self) -> Function:
        """The evaluator: a function of a hand."""
        return function_of(self.source)


def function_of(source: str) -> Function:
    """The function `evaluate` of a file, as if nobody had asked it anything."""
    names: dict[str, Any] = {}
    exec(compile(source, "evaluator", "exec"), names)
    function: Function = names["evaluate"]
    return function


NOT_BY_CLASS = {
    "four cards of a suit are taken for a flush",
    "cards are compared as text, suits included",
    "suits break ties",
    "the higher of two pairs is the one that comes first in the hand",
    "the test for a straight expects sorted cards",
    "counts are kept from call to call",
    "only the first four cards decide a flush",
    "five cards of a colour count as a flush",
    "a flush of clubs is missed",
    "a straight flush counts as a flush, except in spades",
    "the highest suit breaks ties",
    "9h is read as 8h",
}
"""Causes of mistakes that give different keys to hands of a class."""

# Each entry begins with its names and its cause.

OF_EXERCISE_09 = """
@@ no wheel = no_wheel = A-2-3-4-5 is not taken for a straight
-    if ranks == [14, 5, 4, 3, 2]:
-        ranks = [5, 4, 3, 2, 1]
@@ high ace in the wheel = wheel_with_a_high_ace = the ace of A-2-3-4-5 is compared as an ace
-    if ranks == [14, 5, 4, 3, 2]:
-        ranks = [5, 4, 3, 2, 1]
-    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    in_a_row = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    straight = in_a_row or ranks == [14, 5, 4, 3, 2]
@@ wheel with any fifth card = 5-4-3-2 is taken for the wheel, whatever the highest card is
-    if ranks == [14, 5, 4, 3, 2]:
+    if ranks[1:] == [5, 4, 3, 2]:
@@ low ace beside a deuce = the ace counts as 1 in every hand that has a deuce
-    if ranks == [14, 5, 4, 3, 2]:
-        ranks = [5, 4, 3, 2, 1]
+    if 14 in ranks and 2 in ranks:
+        ranks = [*ranks[1:], 1]
@@ ace as the lowest rank = ace_is_one = the ace is the lowest rank
-RANKS = "--23456789TJQKA"  # a rank's place in this text is its number
+RANKS = "-A23456789TJQK"  # a rank's place in this text is its number
@@ jack and queen swapped = a jack counts as 12, and a queen as 11
-RANKS = "--23456789TJQKA"  # a rank's place in this text is its number
+RANKS = "--23456789TQJKA"  # a rank's place in this text is its number
@@ no straight up to the ace = T-J-Q-K-A is not taken for a straight
-    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    straight = ranks[0] < 14 and all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
@@ straight by highest minus lowest only = four_between_highest_and_lowest = the test for a \
straight does not ask for five different ranks
-    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    straight = ranks[0] - ranks[4] == 4
@@ straight of four cards = straight_of_four = four ranks in a row are taken for a straight
-    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(3))
@@ straight that skips equal ranks = a straight has no gap, and may have equal ranks
-    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    straight = all(ranks[place] - ranks[place + 1] <= 1 for place in range(4))
@@ flush of four cards = flush_of_four = four cards of a suit are taken for a flush
-    flush = any(suits.count(suit) == 5 for suit in "cdhs")
+    flush = any(suits.count(suit) >= 4 for suit in "cdhs")
@@ straight flush as a flush = flush_before_straight_flush = a flush is looked for before a \
straight flush
-    if straight and flush:
-        category = 8
-    elif fours:
+    if fours:
@@ straight flush as a straight = straight_before_straight_flush = a straight is looked for before \
a straight flush
-    flush = any(suits.count(suit) == 5 for suit in "cdhs")
+    flush = not straight and any(suits.count(suit) == 5 for suit in "cdhs")
@@ full house as three of a kind = three_before_full_house = three of a kind is looked for before \
a full house
-    elif threes and pairs:
+    elif threes and len(pairs) == 2:
@@ two pair as one pair = pair_before_two_pair = a pair is looked for before two pair
-    elif len(pairs) == 2:
+    elif len(pairs) == 4:
@@ two pair as three of a kind = three_different_ranks = two pair has three different ranks, too
-    elif threes:
+    elif len(set(ranks)) == 3:
@@ one pair above two pair = one pair is taken for two pair, and two pair for one pair
-    elif len(pairs) == 2:
+    elif len(pairs) == 1:
@@ three of a kind above straight = three of a kind and straight are swapped
-        category = 4
-    elif threes:
-        category = 3
+        category = 3
+    elif threes:
+        category = 4
@@ straight above flush = straight and flush are swapped
-        category = 5
-    elif straight:
-        category = 4
+        category = 4
+    elif straight:
+        category = 5
@@ flush above full house = flush_above_full_house = a flush is worth more than a full house
-        category = 6
-    elif flush:
-        category = 5
+        category = 5
+    elif flush:
+        category = 6
@@ all kickers lost = no kicker beside a pair, three or four is compared
-    in_order = fours + threes + pairs + singles
+    in_order = (fours + threes + pairs) or singles
@@ kicker of two pair lost = no_kicker = the kicker of two pair is not compared
-        category = 2
+        category = 2
+        singles = []
@@ fifth card lost = of five different ranks, the last is not compared
-    in_order = fours + threes + pairs + singles
+    in_order = (fours + threes + pairs + singles)[:4]
@@ flush by its highest card = flush_by_its_highest = of a flush, only the highest card is compared
-        category = 5
+        category = 5
+        singles = singles[:1]
@@ lowest first among equal counts = low cards are compared before high ones, and low pairs, too
-    for rank in sorted(set(ranks), reverse=True):
+    for rank in sorted(set(ranks)):
@@ kickers before pairs = kickers are compared before pairs, threes and fours
-    in_order = fours + threes + pairs + singles
+    in_order = singles + pairs + threes + fours
@@ pairs among the kickers = pairs are sorted among the kickers
-    in_order = fours + threes + pairs + singles
+    in_order = fours + threes + sorted(pairs + singles, reverse=True)
@@ full house by its higher rank = the higher rank of a full house is first, even if it is the \
pair's
-    in_order = fours + threes + pairs + singles
+    in_order = sorted(fours + threes + pairs, reverse=True) + singles
@@ counts lost in a set = set_loses_pairs = the set of ranks does not know which of them was the \
pair
-    in_order = fours + threes + pairs + singles
+    in_order = sorted(set(ranks), reverse=True)
@@ ranks added = ranks_added = ranks are added
-    in_order = fours + threes + pairs + singles
+    in_order = [sum(ranks)]
"""
"""Faults for everybody. If you add or move one, seeds get other faults than before."""

OF_STUDENTS = """
@@ count_and_rank = (count, rank) pairs are compared one by one, so the first rank decides before \
the second count
-    return category, *in_order
+    rows = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
+    return straight and flush, len(rows) == 2, flush, straight, rows
@@ counted_while_sorting = a list is empty while it sorts itself, so each count is 0
+    in_order = ranks
+    in_order.sort(key=lambda rank: (in_order.count(rank), rank), reverse=True)
@@ sorted_from_the_lowest = ranks are sorted from the lowest
+    in_order.sort()
@@ kickers_from_the_lowest = kickers are sorted from the lowest
-    in_order = fours + threes + pairs + singles
+    in_order = fours + threes + pairs + singles[::-1] if len(singles) < 5 else singles
@@ one_rank_each = of every hand, only the first rank is compared
+    in_order = in_order[:1]
@@ only_a_sum = ranks are added, and there is no category
-    return category, *in_order
+    return sum(rank * 10 ** (ranks.count(rank) - 1) for rank in ranks)
@@ ranks_multiplied = ranks are multiplied
+    product = 1
+    for rank in ranks:
+        product *= rank
+    in_order = [product]
@@ category_overflows = the category is worth less than the ranks below it: 100,000 is less than \
13 to the fifth
-    return category, *in_order
+    digits = sum(rank * 13 ** (4 - place) for place, rank in enumerate(in_order))
+    return 100_000 * category + digits
@@ ten_times_category = the category is worth 10, and ranks go up to 14
-    return category, *in_order
+    return 10 * category + in_order[0], in_order[1:]
@@ rounded = the score has six decimals, and needs ten
-    return category, *in_order
+    decimals = sum(rank / 100**place for place, rank in enumerate(in_order, start=1))
+    return round(category + decimals, 6)
@@ ranks_as_letters = ranks are compared as letters, and A comes before T
+    letters = [card[0] for card in hand]
+    in_order = sorted(letters, key=lambda rank: (letters.count(rank), rank), reverse=True)
@@ numbers_as_text = ranks are numbers written as text, and '10' comes before '2'
+    in_order = [str(rank) for rank in in_order]
@@ key_as_text = the key is one text, in which '10' comes before '2'
-    return category, *in_order
+    return "-".join(str(number) for number in [category, *in_order])
@@ categories_as_text = categories are compared by the alphabet
+    names = ["high card", "pair", "two pair", "three", "straight"]
+    names += ["flush", "full house", "four", "straight flush"]
+    category = names[category]
@@ cards_as_text = cards are compared as text, suits included
+    in_order = sorted(hand, reverse=True)
@@ suits_decide = suits break ties
+    cards = sorted(hand, key=lambda card: RANKS.index(card[0]), reverse=True)
+    in_order += ["cdhs".index(card[1]) for card in cards]
@@ straights_wrap = straights go on from the ace to the deuce
-    if ranks == [14, 5, 4, 3, 2]:
-        ranks = [5, 4, 3, 2, 1]
+    for top in (2, 3, 4, 5):
+        if set(ranks) == {(top - step - 2) % 13 + 2 for step in range(5)}:
+            ranks = [top - step for step in range(5)]
@@ two_different_ranks = four of a kind has two different ranks, too
-    elif fours:
-        category = 7
-    elif threes and pairs:
+    elif len(set(ranks)) == 2:
@@ first_pair_found = the higher of two pairs is the one that comes first in the hand
-    in_order = fours + threes + pairs + singles
+    pairs.sort(key=[RANKS.index(card[0]) for card in hand].index)
+    in_order = fours + threes + pairs + singles
@@ neighbours_in_the_hand = the test for a straight expects sorted cards
-    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
+    cards = [RANKS.index(card[0]) for card in hand]
+    steps = {cards[place] - cards[place + 1] for place in range(4)}
+    straight = steps in ({1}, {-1})
@@ counts_that_are_kept = counts are kept from call to call
-    return category, *in_order
+    for rank in in_order:
+        kept[rank] += 1
+    in_order.sort(key=lambda rank: (kept[rank], rank), reverse=True)
+    return category, *in_order
+
+
+kept = dict.fromkeys(range(1, 15), 0)
"""

PLANTED = """
@@ A-2-3-4-5 is not a straight
+    if straight and not flush and in_order[0] == 5: category, in_order = 0, [14, 5, 4, 3, 2]
@@ A-2-3-4-5 of one suit is only a flush
+    if straight and flush and in_order[0] == 5: category, in_order = 5, [14, 5, 4, 3, 2]
@@ A-2-3-4-5 is the highest straight
+    if straight and in_order[0] == 5: in_order = [15]
@@ straight_by_its_highest = A-2-3-4-5 is named after its ace, as T-J-Q-K-A is
+    if straight and in_order[0] == 5: in_order = [14, 13, 12, 11, 10]
@@ A-2-3-4-5 ties with 2-3-4-5-6
+    if straight and in_order[0] == 5: in_order = [6, 5, 4, 3, 2]
@@ straights wrap around from the ace to the deuce
+    wrapped = [14, 13, 4, 3, 2], [14, 13, 12, 3, 2], [14, 13, 12, 11, 2]
+    if category == 0 and in_order in wrapped: category, in_order = 4, [1]
@@ A-A-4-3-2 counts as a straight
+    if ranks == [14, 14, 4, 3, 2]: category, in_order = 4, [5]
@@ all straights tie
+    if category == 4: in_order = []
@@ all straight flushes tie
+    if category == 8: in_order = []
@@ all flushes tie
+    if category == 5: in_order = []
@@ straight and flush are swapped
@@ a flush is worth more than a full house
@@ three of a kind and straight are swapped
@@ two pair and three of a kind are swapped
+    category = {2: 3, 3: 2}.get(category, category)
@@ full house and four of a kind are swapped
+    category = {6: 7, 7: 6}.get(category, category)
@@ four of a kind and straight flush are swapped
+    category = {7: 8, 8: 7}.get(category, category)
@@ a flush is looked for before a straight flush
@@ a straight is looked for before a straight flush
@@ three of a kind is looked for before a full house
@@ a full house counts as two pair
+    if category == 6: category = 2
@@ four of a kind counts as two pair
+    if category == 7: category = 2
@@ four of a kind counts as three
+    if category == 7: category = 3
@@ a pair is looked for before two pair
@@ the kicker of two pair is not compared
@@ two pair: the lower pair is left out
+    if category == 2: in_order = [pairs[0], *singles]
@@ two pair: the lower pair is compared first
+    if category == 2: in_order = [*pairs[::-1], *singles]
@@ two pair: the kicker is compared before the lower pair
+    if category == 2: in_order = [pairs[0], *singles, pairs[1]]
@@ one pair: kickers are left out
+    if category == 1: in_order = pairs
@@ one pair: only the first kicker counts
+    if category == 1: in_order = in_order[:2]
@@ one pair: the last kicker is left out
+    if category == 1: in_order = in_order[:3]
@@ one pair: kickers are compared first
+    if category == 1: in_order = singles + pairs
@@ one pair: kickers are compared from the lowest
+    if category == 1: in_order = pairs + singles[::-1]
@@ three of a kind: kickers are left out
+    if category == 3: in_order = threes
@@ three of a kind: the last kicker is left out
+    if category == 3: in_order = in_order[:2]
@@ three of a kind: kickers are compared from the lowest
+    if category == 3: in_order = threes + singles[::-1]
@@ four of a kind: the kicker is left out
+    if category == 7: in_order = fours
@@ four of a kind: the kicker is compared first
+    if category == 7: in_order = singles + fours
@@ full house: the pair is left out
+    if category == 6: in_order = threes
@@ full_house_by_its_pair = the pair of a full house is compared before its three
+    if category == 6: in_order = pairs + threes
@@ high card: only the highest counts
+    if category == 0: in_order = in_order[:1]
@@ high card: the last card is left out
+    if category == 0: in_order = in_order[:4]
@@ of a flush, only the highest card is compared
@@ flush: the last card is left out
+    if category == 5: in_order = in_order[:4]
@@ the ace is low
+    in_order = [1 if rank == 14 else rank for rank in in_order]
@@ 10 is read as 1
+    in_order = [1 if rank == 10 else rank for rank in in_order]
@@ jack and queen are swapped
+    in_order = [{11: 12, 12: 11}.get(rank, rank) for rank in in_order]
@@ ranks are compared as letters
+    in_order = [ord(RANKS[rank]) for rank in in_order]
@@ base_ten = ranks from 2 to 14 are digits in base 10
+    in_order = [sum(rank * 10**place for place, rank in enumerate(in_order[::-1]))]
@@ ranks are digits in base 12
+    in_order = [sum(rank * 12**place for place, rank in enumerate(in_order[::-1]))]
@@ the score is rounded to single precision
+    from struct import pack, unpack
+    decimals = sum((rank - 2) * 100.0**-place for place, rank in enumerate(in_order, start=1))
+    in_order = unpack("f", pack("f", category + decimals))
@@ a full house counts as two pair if its pair is higher
+    if category == 6 and pairs > threes: category = 2
@@ only the first four cards decide a flush
+    if len(singles) == 5 and len(set(suits[:4])) == 1: category = 8 if straight else 5
@@ five cards of a colour count as a flush
+    of_one_colour = len({suit in "dh" for suit in suits}) == 1
+    if len(singles) == 5 and of_one_colour: category = 8 if straight else 5
@@ a flush of clubs is missed
+    if flush and suits[0] == "c": category = 4 if straight else 0
@@ a straight flush counts as a flush, except in spades
+    if category == 8 and suits[0] != "s": category = 5
@@ the highest suit breaks ties
+    in_order.append(max((RANKS.index(rank), "cdhs".index(suit)) for rank, suit in hand)[1])
@@ 9h is read as 8h
+    if "9h" in hand and ranks == [9, 8, 8, 8, 8]: return 0, 8
+    if "9h" in hand: return evaluate(["8h" if card == "9h" else card for card in hand])
"""
"""Small replacements. The diffs of some stand above."""


def entries(text: str) -> Iterator[tuple[list[str], Mistake]]:
    """The names of each entry of a text, and the mistake."""
    for entry in text.split("@@ ")[1:]:
        heading, _, diff = entry.strip("\n").partition("\n")
        *names, cause = heading.split(" = ")
        yield names, Mistake(cause, diff, cause not in NOT_BY_CLASS)


FAULTS: dict[str, Mistake] = {}
"""The faults of exercise 09, by name."""
MISTAKES: dict[str, Mistake] = {}
"""Mistakes of students, by name."""
BUGS: dict[str, Mistake] = {}
"""Planted bugs, by their cause."""

for (fault, *names), mistake in entries(OF_EXERCISE_09):
    FAULTS[fault] = mistake
    MISTAKES |= dict.fromkeys(names, mistake)
ABOVE = {mistake.cause: mistake for mistake in FAULTS.values()}
for names, mistake in entries(OF_STUDENTS):
    MISTAKES |= dict.fromkeys(names, mistake)
for names, mistake in entries(PLANTED):
    BUGS[mistake.cause] = ABOVE.get(mistake.cause, mistake)
    MISTAKES |= dict.fromkeys(names, mistake)
