"""Dealing devices give cards, take cards back, and name what is wrong with a card."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    Card,
    DeckError,
    Device,
    DeviceError,
    DuplicateCard,
    ForeignCard,
    Kind,
    NotOut,
    OutOfCards,
    PutBack,
    WrongCount,
    WrongKind,
    WrongOrder,
    WrongSet,
    WrongSource,
    decks,
    parse_cards,
    physical,
    stacked,
    virtual,
)

KINDS: tuple[Kind, ...] = ("card_shoe", "electronic_shuffler")


def shoe(first: str = "", count: int = 1) -> Device:
    return stacked("card_shoe", parse_cards(first), count)


class TestVirtual:
    def test_cards_come_in_order(self) -> None:
        device = virtual("card_shoe", DECK)
        first, device = device.draw(2)
        second, device = device.draw(3)
        assert first + second == DECK[:5] == device.out
        assert device.undealt == DECK[5:]
        assert device.remaining == 47

    def test_drawing_changes_nothing_behind(self) -> None:
        before = shoe("As Kd")
        before.draw(2)
        assert before == shoe("As Kd")

    @pytest.mark.parametrize("count", [1, 8])
    def test_the_last_card_can_be_drawn_and_no_more(self, count: int) -> None:
        device = virtual("card_shoe", decks(count), count)
        _, device = device.draw(52 * count - 2)
        assert device.draw(1)[1].remaining == 1
        assert device.draw(2)[1].remaining == 0
        with pytest.raises(OutOfCards) as error:
            device.draw(3)
        assert (error.value.needed, error.value.left) == (3, 2)
        assert str(error.value) == "cards needed: 3; the dealing device holds 2"

    def test_an_empty_device_gives_nothing(self) -> None:
        _, device = shoe().draw(52)
        assert device.draw(0) == ((), device)
        with pytest.raises(OutOfCards, match=r"^cards needed: 1; the dealing device holds 0$"):
            device.draw(1)

    def test_it_cannot_be_told_its_cards(self) -> None:
        with pytest.raises(WrongSource, match="draw without naming them"):
            shoe("As").draw(1, parse_cards("As"))

    def test_a_negative_number_is_a_mistake_of_the_caller(self) -> None:
        with pytest.raises(ValueError, match="cannot draw -1 cards"):
            shoe().draw(-1)

    def test_only_whole_decks_go_in(self) -> None:
        with pytest.raises(WrongSet, match="the 2♣ is missing") as error:
            virtual("card_shoe", DECK[1:])
        assert error.value.findings.missing == ("2c",)
        with pytest.raises(WrongSet, match="there is one 2♣ too many"):
            virtual("card_shoe", (*DECK, DECK[0]))
        with pytest.raises(WrongSet, match="the 2♣ is missing"):
            virtual("card_shoe", DECK, decks=2)


class TestPhysical:
    def test_the_cards_named_are_the_cards_drawn(self) -> None:
        drawn, device = physical("card_shoe").draw(2, parse_cards("As Kd"))
        assert drawn == device.out == ("As", "Kd")
        assert device.remaining == 50
        assert device.undealt == ()

    @pytest.mark.parametrize("named", ["", "As", "As Kd Qc"])
    def test_exactly_the_drawn_cards_are_named(self, named: str) -> None:
        with pytest.raises(WrongCount) as error:
            physical("card_shoe").draw(2, parse_cards(named))
        assert error.value.expected == 2
        assert error.value.named == parse_cards(named)
        assert str(error.value).startswith("cards to name, as drawn: 2; named: ")

    def test_a_foreign_card_is_named(self) -> None:
        with pytest.raises(ForeignCard, match="'Joker' is not one of the 52 cards") as error:
            physical("card_shoe").draw(2, (Card("As"), Card("Joker")))
        assert error.value.card == "Joker"

    @pytest.mark.parametrize("count", [1, 6, 8])
    def test_one_copy_more_than_the_decks_hold_is_named(self, count: int) -> None:
        ace = Card("As")
        _, device = physical("card_shoe", count).draw(count - 1, (ace,) * (count - 1))
        assert device.draw(1, (ace,))[1].out.count(ace) == count
        with pytest.raises(DuplicateCard, match=r"^one A♠ too many has come out") as error:
            device.draw(2, (ace, ace))
        assert error.value.card == ace

    def test_past_the_last_card_the_surplus_card_is_named(self) -> None:
        _, device = physical("card_shoe").draw(52, DECK)
        with pytest.raises(DuplicateCard, match="A♠"):
            device.draw(1, (Card("As"),))
        with pytest.raises(OutOfCards):
            device.draw(1)

    def test_a_count_finds_what_is_missing(self) -> None:
        _, device = physical("card_shoe").draw(2, parse_cards("As Kd"))
        rest = [card for card in DECK if card not in ("As", "Kd", "7d")]
        assert device.count(rest).words == "the 7♦ is missing"
        assert device.count([*rest, "7d"]).is_complete

    @pytest.mark.parametrize("count", [0, 9])
    def test_one_to_eight_decks(self, count: int) -> None:
        with pytest.raises(DeckError):
            physical("card_shoe", count)


class TestKinds:
    def test_a_shoe_burns_and_has_no_packets(self) -> None:
        burnt, device = shoe("As Kd").burn()
        assert burnt == "As"
        assert device.draw(1)[0] == ("Kd",)
        with pytest.raises(WrongKind, match="only an Electronic Card Shuffler dispenses packets"):
            device.packet(2)

    def test_a_shuffler_has_packets_and_no_burnt_card(self) -> None:
        packet, device = stacked("electronic_shuffler", parse_cards("As Kd Qc")).packet(2)
        assert packet == ("As", "Kd")
        assert device.packet(50)[1].remaining == 0
        with pytest.raises(OutOfCards):
            device.packet(51)
        with pytest.raises(WrongKind, match="only a Card Shoe burns"):
            device.burn()

    def test_a_physical_burnt_card_and_packet_are_named(self) -> None:
        burnt, device = physical("card_shoe").burn(parse_cards("As"))
        assert (burnt, device.out) == ("As", ("As",))
        packet, device = physical("electronic_shuffler").packet(2, parse_cards("As Kd"))
        assert packet == device.out == ("As", "Kd")


class TestCardsGoBack:
    def test_on_top_they_are_the_next_cards(self) -> None:
        drawn, device = shoe("As Kd Qc Jh").draw(3)
        device = device.put_on_top(drawn[1:])
        assert device.out == ("As",)
        assert device.draw(3)[0] == ("Kd", "Qc", "Jh")

    def test_a_whole_deal_can_be_undone(self) -> None:
        start = shoe("As Kd Qc Jh")
        drawn, device = start.draw(4)
        assert device.put_on_top(drawn) == start

    def test_taken_back_and_reshuffled(self) -> None:
        drawn, device = shoe("As Kd Qc Jh").draw(4)
        device = device.take_back(drawn[1:3])
        assert device.remaining == 50
        assert device.undealt[-2:] == ("Kd", "Qc")
        order = tuple(sorted(device.undealt))
        device = device.reshuffled(order)
        assert device.undealt == order
        assert device.out == ("As", "Jh")

    def test_a_new_order_is_the_same_cards(self) -> None:
        drawn, device = shoe("As Kd").draw(2)
        device = device.take_back(drawn[:1])
        for order in (device.undealt[:-1], (*device.undealt, Card("Kd")), (*device.undealt[:-1], Card("Kd"))):
            with pytest.raises(WrongOrder):
                device.reshuffled(order)
        with pytest.raises(WrongOrder, match="it lacks A♠ and adds K♦") as error:
            device.reshuffled((Card("Kd"), *device.undealt[:-1]))
        assert (error.value.missing, error.value.surplus) == (("As",), ("Kd",))

    @pytest.mark.parametrize("back", ["2c", "As As"])
    def test_only_cards_that_are_out_go_back(self, back: str) -> None:
        for device in (shoe("As Kd").draw(2)[1], physical("card_shoe").draw(2, parse_cards("As Kd"))[1]):
            with pytest.raises(NotOut, match="cannot go back"):
                device.put_on_top(parse_cards(back))
            with pytest.raises(NotOut):
                device.take_back(parse_cards(back))

    def test_a_physical_device_knows_what_was_put_on_top(self) -> None:
        drawn, device = physical("card_shoe").draw(3, parse_cards("As Kd Qc"))
        back = device.put_on_top(drawn[1:])
        assert (back.remaining, back.out, back.undealt) == (51, ("As",), ("Kd", "Qc"))
        with pytest.raises(PutBack, match="come again in their order"):
            back.draw(1, parse_cards("Qc"))
        assert back.draw(3, parse_cards("Kd Qc 2c"))[1].undealt == ()
        assert back.reshuffled().undealt == ()

    def test_a_physical_device_only_changes_its_count(self) -> None:
        drawn, device = physical("card_shoe").draw(3, parse_cards("As Kd Qc"))
        back = device.take_back(drawn[1:]).reshuffled()
        assert (back.remaining, back.out, back.undealt) == (51, ("As",), ())
        assert back.draw(1, parse_cards("Kd"))[0] == ("Kd",)
        with pytest.raises(WrongSource, match="nobody knows the order"):
            back.reshuffled(DECK)

    def test_the_copy_that_left_last_goes_back(self) -> None:
        _, device = physical("card_shoe", 2).draw(3, parse_cards("As Kd As"))
        assert device.take_back(parse_cards("As")).out == ("As", "Kd")


class TestStacked:
    def test_the_given_cards_come_first_and_the_rest_follows_in_fixed_order(self) -> None:
        device = shoe("As Kd")
        assert device.undealt[:2] == ("As", "Kd")
        assert device.undealt[2:] == tuple(card for card in DECK if card not in ("As", "Kd"))
        assert shoe() == virtual("card_shoe", DECK)

    def test_cards_the_decks_do_not_hold_are_named(self) -> None:
        assert shoe("As As", 2).draw(2)[0] == ("As", "As")
        with pytest.raises(WrongSet, match=r"^the cards are not whole decks: there is one A♠ too many$"):
            shoe("As As")
        with pytest.raises(WrongSet, match="'Joker' does not belong"):
            stacked("card_shoe", (Card("Joker"),))


@pytest.mark.parametrize("kind", KINDS)
def test_a_device_survives_the_journal(kind: Kind) -> None:
    for device in (
        virtual(kind, decks(2), 2).draw(5)[1],
        physical(kind, 8).draw(2, parse_cards("As As"))[1],
    ):
        assert msgspec.json.decode(msgspec.json.encode(device), type=Device) == device


def test_every_refusal_has_data_and_a_sentence() -> None:
    refusals = [
        OutOfCards(2, 1),
        ForeignCard("Joker"),
        DuplicateCard(Card("As"), 8),
        WrongCount(2, ["As", "Joker"]),
        NotOut("As"),
        WrongOrder([], []),
    ]
    for refusal in refusals:
        assert isinstance(refusal, DeviceError)
        assert len(str(refusal)) > 30
        assert repr(type(refusal)(*refusal.args)) == repr(refusal)  # so that they also cross processes


@given(st.data(), st.integers(1, 8))
def test_no_card_is_ever_lost_or_made(data: st.DataObject, count: int) -> None:
    device = shoe("", count)
    for _ in range(data.draw(st.integers(0, 8))):
        act = data.draw(st.sampled_from(["draw", "top", "back"]))
        if act == "draw":
            device = device.draw(data.draw(st.integers(0, min(9, device.remaining))))[1]
        else:
            back = data.draw(st.permutations(device.out))[: data.draw(st.integers(0, len(device.out)))]
            device = device.put_on_top(back) if act == "top" else device.take_back(back)
            device = device.reshuffled(device.undealt[::-1]) if act == "back" else device
        assert device.count(device.undealt).is_complete
        assert device.remaining == len(device.undealt)
