"""Cards from text and back, and the error messages for invalid text."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.cards import (
    DECK,
    CardError,
    format_card,
    format_hand,
    parse_card,
    parse_hand,
    suit_of,
)


def test_every_card_survives_the_round_trip() -> None:
    for card in DECK:
        assert parse_card(format_card(card)) == card
        rank = format_card(card)[0]
        assert parse_card(rank + "♣♢♡♠"[suit_of(card)]) == card
        assert parse_card(rank.lower() + "♧♦♥♤"[suit_of(card)]) == card


def test_ways_to_write_a_ten() -> None:
    for text in ["10d", "10D", "Td", "tD", "T♦", "10♢", "10♦\ufe0f", " td "]:
        assert parse_card(text) == 33


hands = st.lists(st.sampled_from(DECK), min_size=1, unique=True)
separators = st.sampled_from([" ", "", ",", ", ", "\n", "\t  "])


@given(hands, separators, st.sampled_from(["T", "10"]))
def test_hands_survive_the_round_trip(hand: list[int], separator: str, ten: str) -> None:
    text = format_hand(hand).replace(" ", separator).replace("T", ten)
    assert parse_hand(text) == tuple(hand)


def test_messages_name_the_fault_and_its_place() -> None:
    for text, message in [
        ("Kd Qs Xs Th 9s", "card 3 of 5: 'Xs' has no such rank"),
        ("Kd Qz Js Th 9s", "card 2 of 5: 'Qz' has no such suit"),
        ("Kd Qs J", "card 3 of 3: 'J' has no suit"),
        ("Kd 10", "card 2 of 2: '10' has no suit"),
        ("1d", "card 1 of 1: '1d' has no such rank"),
        ("Asx", "card 1 of 1: 'Asx' has 'x' behind the suit"),
        ("KdQsJcAsx", "card 4 of 4: 'Asx' has 'x' behind the suit"),
        ("Kd♠", "card 1 of 1: 'Kd♠' has '♠' behind the suit"),
        ("Kd Qs kd", "card 3 of 3: 'kd' is there twice (it is card 1 too)"),
        ("K♦K♢", "card 2 of 2: 'K♢' is there twice (it is card 1 too)"),
        ("Kſ", "card 1 of 1: 'Kſ' has no such suit"),
        ("", "no cards: the text is empty"),
        (" , ,\n", "no cards: the text is empty"),
    ]:
        with pytest.raises(CardError) as error:
            parse_hand(text)
        assert str(error.value) == message


def test_the_number_of_cards_is_checked() -> None:
    with pytest.raises(CardError, match=r"^4 cards, but 5 to 7 are needed: 'Kd Qd Jd Td'$"):
        parse_hand("Kd Qd Jd Td", sizes=range(5, 8))
    with pytest.raises(CardError, match=r"^2 cards, but 1 is needed"):
        parse_card("KdQd")


characters = st.sampled_from("23456789TJQKAtqka10cdhs♣♦♥♠♧♢♡♤ ,\n\ufe0f")
characters |= st.integers(0, sys.maxunicode).map(chr)
cards = st.sampled_from(["Kd", "K♦", "10s", "as", "7c"])


@given(st.lists(cards | characters).map("".join))
def test_any_text_is_a_hand_or_a_card_error(text: str) -> None:
    try:
        hand = parse_hand(text)
    except CardError:
        return
    assert len(set(hand)) == len(hand) > 0
    assert set(hand) <= set(DECK)


def test_formatting_refuses_invalid_cards() -> None:
    for card in [-1, 52, 3.0, 3.5, "Kd", None]:
        with pytest.raises(CardError, match="is not a card"):
            format_card(card)  # type: ignore[arg-type]
