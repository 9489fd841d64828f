"""Showdowns read from text, one hand per player or two hands per line, and their winners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluators.cards import Card, CardError, format_card, parse_hand
from evaluators.rules import STANDARD, Rules
from harness.hands.classes import HandClass, class_of

SIZES = range(5, 8)
LONGEST_LINE = 1_000
"""The most characters of a line, its end included: ten cards, or a name and seven, need fewer."""


@dataclass(frozen=True)
class Player:
    """A player and the hand, in a game with these rules."""

    name: str
    hand: tuple[Card, ...]
    rules: Rules = STANDARD

    @property
    def hand_class(self) -> HandClass:
        """The class of the hand."""
        return class_of(self.hand, self.rules)


def read(lines: Iterable[str], rules: Rules = STANDARD) -> list[list[Player]]:
    """Read one showdown with a player in each line, or showdowns with two hands in each line.

    A player is ``Joe, 3H, 4H, 5H, 6H, 8H``. A line of two hands has ten cards; its players are
    called left and right. Empty lines are skipped.

    Raises:
        CardError: a line is neither, or too long, or the kinds are mixed; a card is invalid or
            repeated; players have different numbers of cards, or the same name.

    >>> (players,) = read(["Joe, 3H, 4H, 5H, 6H, 8H", "Bob, 3C, 3D, 3S, 8C, 10D"])
    >>> [player.name for player in winners(players)]
    ['Joe']
    >>> (two,) = read(["5H 5C 6S 7S KD 2C 3S 8S 8D TD"])
    >>> explain(two)
    'right wins: pair of eights, T-3-2 beats pair of fives, K-7-6'
    """
    players: list[Player] = []
    duels: list[list[Player]] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        try:
            if len(line) > LONGEST_LINE:
                raise CardError(f"it is longer than {LONGEST_LINE:,} characters")
            if "," in text:
                players.append(_player(text, players, rules))
            elif text:
                cards = parse_hand(text, (10,), rules.deck)
                left, right = Player("left", cards[:5], rules), Player("right", cards[5:], rules)
                duels.append([left, right])
            if players and duels:
                raise CardError("players and lines of two hands do not mix")
        except CardError as error:
            raise CardError(f"line {number}: {error}") from None
    if not players and not duels:
        raise CardError("the input is empty: it has neither players nor hands")
    return duels or [players]


def _are_cards(text: str) -> bool:
    try:
        return bool(parse_hand(text))
    except CardError:
        return False


def _player(text: str, players: list[Player], rules: Rules) -> Player:
    name, _, cards = text.partition(",")
    name = name.strip()
    if not name:
        raise CardError("the player has no name")
    if _are_cards(name):
        raise CardError(
            f"{name} looks like cards, not a name: write NAME, CARDS, with spaces between the cards"
        )
    hand = parse_hand(cards, SIZES, rules.deck)
    for player in players:
        if player.name == name:
            raise CardError(f"there is a {name!r} already")
        if len(player.hand) != len(hand):
            raise CardError(f"{name} has {len(hand)} cards, {player.name} has {len(player.hand)}")
        if repeated := [card for card in hand if card in player.hand]:
            raise CardError(f"{name} has {format_card(repeated[0])}, which {player.name} has")
    return Player(name, hand, rules)


def winners(players: Iterable[Player]) -> list[Player]:
    """The players with the best hand: more than one where they tie."""
    players = list(players)
    best = min(player.hand_class.number for player in players)
    return [player for player in players if player.hand_class.number == best]


def explain(players: Sequence[Player]) -> str:
    """A sentence that names the winners and the reason.

    >>> (players,) = read(["Joe, 3H 4H 5H 6H 8H", "Sally, AC 10C 5C 2S 2C"])
    >>> explain(players)
    'Joe wins: flush, 8-6-5-4-3 beats pair of deuces, A-T-5'
    """
    best = winners(players)
    losers = [player for player in players if player not in best]
    names = [player.name for player in best]
    beaten = f"beats {winners(losers)[0].hand_class}" if losers else ""
    if len(best) == 1:
        return f"{names[0]} wins: {best[0].hand_class} {beaten}".rstrip()
    tie = f"{', '.join(names[:-1])} and {names[-1]} tie: each has {best[0].hand_class}"
    return f"{tie}, {beaten}" if losers else tie
