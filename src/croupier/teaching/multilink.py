"""Five hands for somebody who has never played Multi-Link: one from the first chip, then from the cards."""

from croupier.messages import Message
from croupier.teaching import FirstHand

_MORE = "round=1 meter=50000 is_link_open=yes"


def _dealt(cards: str, bonus: int = 0) -> str:
    return (
        f" phase=first players={{Robin=(seat=3 chips={475 - bonus} is_ready=yes)}}"
        f" boxes={{3=(player=Robin seat=3 ante=25 bonus={bonus} cards={cards})}}"
        f" is_shuffled=yes burnt=4d {_MORE}"
    )


FIRST_HANDS = (
    FirstHand(
        title=Message("An ante, and two cards"),
        words=Message(
            "You play against the dealer: two cards of your own, two for the dealer, and five in the"
            " middle for both. The better five of the seven win. Touch Ante on your box to lay a chip and"
            " press Ready. Look at your cards; then bet on the flop, twice your ante, or fold and lose the"
            " ante."
        ),
        after=Message("Each Round is this: an ante, your two cards, and one decision before the flop."),
        position=f" phase=betting players={{Robin=(seat=3 chips=500)}} {_MORE}",
    ),
    FirstHand(
        title=Message("High cards"),
        words=Message(
            "The ante lies there already. Look at your cards: Ace and King, among the best there are. Bet"
            " on the flop. After each street you may bet once more or check. Once you have a pair of"
            " Kings, bet each time."
        ),
        after=Message(
            "What you bet on flop, turn and river is paid even money when your hand beats the dealer’s."
        ),
        position=_dealt("AhKd"),
        cards="3c 2s Ks 9c 3d 7h 3h 4c Qc Jd",
    ),
    FirstHand(
        title=Message("Fold the worst"),
        words=Message(
            "Look at your cards: Seven and Two of different suits. Only the lowest hands are worth giving"
            " up the ante, and this is one of them: fold."
        ),
        after=Message(
            "The ante is gone, the flop bet of twice as much is saved. Nearly everything better is worth"
            " a flop bet."
        ),
        position=_dealt("7c2d"),
    ),
    FirstHand(
        title=Message("A pair in the hand"),
        words=Message(
            "Look at your cards: two Eights. Bet on the flop; what comes there makes three of them. Then"
            " bet on turn and river too: you are far ahead, and each street is paid for itself."
        ),
        after=Message(
            "The ante itself is paid only from a certain hand up; below it you get it back when you win."
        ),
        position=_dealt("8s8d"),
        cards="3c 8h Ks 5c 3d Qh 3h 4c Jd Tc",
    ),
    FirstHand(
        title=Message("The Bonus"),
        words=Message(
            "Beside the ante lies a Bonus of 5. It is about your own two cards and the dealer’s, whatever"
            " the streets bring. Look at your cards: two Aces. Bet on the flop and see what the Bonus"
            " pays."
        ),
        after=Message(
            "Bonus and progressive pay rarely and then much; on average they cost more than the ante. Now"
            " play with advice."
        ),
        position=_dealt("AsAc", bonus=5),
        cards="3c 8h Ks 5c 3d Qh 3h 4c Jd Tc",
    ),
)
