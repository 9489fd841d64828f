"""Who wins: one hand for each player, or two hands on each line, read from text."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from evaluators.cards import Card, CardError, format_card, parse_hand
from harness.hands.classes import HandClass, class_of

SIZES = range(5, 8)


@dataclass(frozen=True)
class Player:
    """Somebody with a hand, and the line that says so."""

    name: str
    hand: tuple[Card, ...]
    line: int

    @property
    def hand_class(self) -> HandClass:
        """What the hand is worth."""
        return class_of(self.hand)


@dataclass(frozen=True)
class Duel:
    """Two hands on one line."""

    left: HandClass
    right: HandClass

    @property
    def winner(self) -> str:
        """Which of them wins: left, right, or neither.

        >>> from harness.hands.classes import classes
        >>> Duel(classes()[0], classes()[10]).winner
        'left'
        """
        if self.left is self.right:
            return "neither"
        return "left" if self.left.number < self.right.number else "right"


def read(lines: Iterable[str]) -> tuple[list[Player], list[Duel]]:
    """Players, one a line as ``Joe, 3H, 4H, 5H, 6H, 8H``; or ten cards a line, for two hands.

    Empty lines do not count.

    Raises:
        CardError: a line is neither, or lines of both kinds are there; a card is wrong, or
            dealt twice; players have different numbers of cards, or the same name.

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
                players.append(_seat(text, number, players))
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


def _seat(text: str, line: int, seated: list[Player]) -> Player:
    name, _, cards = text.partition(",")
    name = name.strip()
    if not name:
        raise CardError("the player has no name")
    player = Player(name, parse_hand(cards, SIZES), line)
    for other in seated:
        if other.name == name:
            raise CardError(f"there is a {name!r} already, on line {other.line}")
        if len(other.hand) != len(player.hand):
            raise CardError(
                f"{name} has {len(player.hand)} cards, {other.name} on line {other.line} "
                f"has {len(other.hand)}"
            )
        if twice := [card for card in player.hand if card in other.hand]:
            raise CardError(
                f"{name} has {format_card(twice[0])}, which {other.name} on line {other.line} has"
            )
    return player


def winners(players: Iterable[Player]) -> list[Player]:
    """The players with the best hand: more than one where they tie."""
    players = list(players)
    best = min(player.hand_class.number for player in players)
    return [player for player in players if player.hand_class.number == best]


def explain(players: list[Player]) -> str:
    """The winners in a sentence, and why.

    >>> players, _ = read(["Joe, 3H 4H 5H 6H 8H", "Sally, AC 10C 5C 2S 2C"])
    >>> explain(players)
    'Joe wins: flush, 8-6-5-4-3 beats pair of deuces, A-T-5'
    """
    won = winners(players)
    rest = sorted(
        (player for player in players if player not in won),
        key=lambda player: player.hand_class.number,
    )
    names = [player.name for player in won]
    who = f"{', '.join(names[:-1])} and {names[-1]} tie" if len(won) > 1 else f"{names[0]} wins"
    beaten = f" beats {rest[0].hand_class}" if rest else ""
    each = "each has " if len(won) > 1 else ""
    return f"{who}: {each}{won[0].hand_class}{',' if each and beaten else ''}{beaten}"


def tally(duels: Iterable[Duel]) -> Counter[str]:
    """How many showdowns left, right and neither won."""
    return Counter({"left": 0, "right": 0, "neither": 0}) + Counter(d.winner for d in duels)
