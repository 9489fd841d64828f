"""Who wins: one hand per player, or two hands per line, read from text."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from evaluators.cards import Card, CardError, format_card, parse_hand
from harness.hands.classes import HandClass, class_of

SIZES = range(5, 8)


@dataclass(frozen=True)
class Player:
    """A player, the hand, and the number of the line that names both."""

    name: str
    hand: tuple[Card, ...]
    line: int

    @property
    def hand_class(self) -> HandClass:
        """The class of the hand."""
        return class_of(self.hand)


@dataclass(frozen=True)
class Duel:
    """Two hands on one line."""

    left: HandClass
    right: HandClass

    @property
    def winner(self) -> str:
        """The hand that wins: left, right, or neither.

        >>> from harness.hands.classes import classes
        >>> Duel(classes()[0], classes()[10]).winner
        'left'
        """
        if self.left is self.right:
            return "neither"
        return "left" if self.left.number < self.right.number else "right"


def read(lines: Iterable[str]) -> tuple[list[Player], list[Duel]]:
    """Players, one per line as ``Joe, 3H, 4H, 5H, 6H, 8H``; or duels, ten cards per line.

    Empty lines are skipped.

    Raises:
        CardError: a line is neither, or the kinds are mixed; a card is invalid or repeated;
            players have different numbers of cards, or the same name.

    >>> players, _ = read(["Joe, 3H, 4H, 5H, 6H, 8H", "Bob, 3C, 3D, 3S, 8C, 10D"])
    >>> [player.name for player in winners(players)]
    ['Joe']
    >>> _, duels = read(["5H 5C 6S 7S KD 2C 3S 8S 8D TD"])
    >>> duels[0].winner
    'right'
    """
    players: list[Player] = []
    duels: list[Duel] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        try:
            if "," in text:
                players.append(_player(text, number, players))
            else:
                hands = parse_hand(text, sizes=(10,))
                duels.append(Duel(class_of(hands[:5]), class_of(hands[5:])))
            if players and duels:
                raise CardError("players and lines of two hands do not mix")
        except CardError as error:
            raise CardError(f"line {number}: {error}") from None
    if not players and not duels:
        raise CardError("no player and no hand: the input is empty")
    return players, duels


def _player(text: str, line: int, players: list[Player]) -> Player:
    name, _, cards = text.partition(",")
    name = name.strip()
    if not name:
        raise CardError("the player has no name")
    hand = parse_hand(cards, SIZES)
    for player in players:
        where = f"{player.name} on line {player.line}"
        if player.name == name:
            raise CardError(f"there is a {name!r} already, on line {player.line}")
        if len(player.hand) != len(hand):
            raise CardError(f"{name} has {len(hand)} cards, {where} has {len(player.hand)}")
        if repeated := [card for card in hand if card in player.hand]:
            raise CardError(f"{name} has {format_card(repeated[0])}, which {where} has")
    return Player(name, hand, line)


def winners(players: Iterable[Player]) -> list[Player]:
    """The players with the best hand: more than one where they tie."""
    players = list(players)
    best = min(player.hand_class.number for player in players)
    return [player for player in players if player.hand_class.number == best]


def explain(players: list[Player]) -> str:
    """A sentence that names the winners and the reason.

    >>> players, _ = read(["Joe, 3H 4H 5H 6H 8H", "Sally, AC 10C 5C 2S 2C"])
    >>> explain(players)
    'Joe wins: flush, 8-6-5-4-3 beats pair of deuces, A-T-5'
    """
    best = winners(players)
    losers = [player.hand_class for player in players if player not in best]
    names = [player.name for player in best]
    beaten = f"beats {min(losers, key=attrgetter('number'))}" if losers else ""
    if len(best) == 1:
        return f"{names[0]} wins: {best[0].hand_class} {beaten}".rstrip()
    tie = f"{', '.join(names[:-1])} and {names[-1]} tie: each has {best[0].hand_class}"
    return f"{tie}, {beaten}" if losers else tie


def tally(duels: Iterable[Duel]) -> Counter[str]:
    """The number of duels that left, right and neither won."""
    return Counter(duel.winner for duel in duels)
