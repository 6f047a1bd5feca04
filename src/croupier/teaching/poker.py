"""Five hands for somebody who has never played Poker: on the button of three."""

from croupier.messages import Message
from croupier.teaching import FirstHand

_ROUND = (
    " round=1 positions=(button=1 orbit=1 is_button_placed=yes small_blind_position=2 small_blind_seat=2"
    " big_blind_seat=3) order=[2 3 1] dues=[(seat=2 kind=small_blind live=5 is_paid=yes)"
    " (seat=3 kind=big_blind live=10 is_paid=yes)]"
)


def _position(robin: str, bea: str, carl: str, rest: str) -> str:
    seats = " ".join(
        f"(player={name} {seat})" for name, seat in (("Robin", robin), ("Bea", bea), ("Carl", carl))
    )
    return f" phase=betting seats=[{seats} - - - - - - -]{_ROUND} to_act=1 {rest}"


def _before_the_flop(robin: str, bea: str, carl: str) -> str:
    return _position(
        f"chips=500 hand=(cards={robin})",
        f"chips=495 hand=(cards={bea} bet=5 total=5)",
        f"chips=490 hand=(cards={carl} bet=10 total=10)",
        "street=1 pot=15 current_bet=10 floor=10 last_full=10 burnt=4d",
    )


FIRST_HANDS = (
    FirstHand(
        title=Message("Two cards of your own"),
        words=Message(
            "Only you see your two cards. Up to five more come face up in the middle, for everybody. Who"
            " can make the best five of the seven wins the pot, or who is left when all others have"
            " folded. You hold two Aces, the best start there is: raise."
        ),
        after=Message(
            "Strong cards want a larger pot: a raise makes others pay to see more cards, or give up at once."
        ),
        position=_before_the_flop("AsAh", "3c6h", "Js6d"),
        cards="2c Kd 8s 3d 5c 2d 5h 7h",
    ),
    FirstHand(
        title=Message("Folding is free"),
        words=Message(
            "The two players on your left had to bet before the cards came: the blinds. To stay in you"
            " would have to match the larger one. Seven and Two is about the worst start there is: fold."
            " It costs you nothing."
        ),
        after=Message(
            "Most hands are folded before the flop. Chips that you do not put in with bad cards are chips"
            " won."
        ),
        position=_before_the_flop("7c2d", "KsKd", "QsQh"),
    ),
    FirstHand(
        title=Message("What a call must win"),
        words=Message(
            "Three cards lie in the middle, the flop. Two of them are hearts like both of yours: one more"
            " heart makes a flush. A call costs 15 for a pot of 45, so it pays if you win one time in"
            " four. With two cards to come a fourth flush card is there about one time in three: call, and"
            " see."
        ),
        after=Message(
            "The price of a call beside the pot is what counts: a hand may be behind and still worth its"
            " price."
        ),
        position=_position(
            "chips=490 hand=(cards=KhTh total=10)",
            "chips=490 hand=(cards=Ac7d total=10)",
            "chips=475 hand=(cards=9s9c bet=15 total=25)",
            "street=2 pot=45 acted=8 current_bet=15 floor=15 last_full=15 first_bettor=3"
            " board=2h9h5c burnt=4d3c",
        ),
        cards="3d 8h 3s 4s",
    ),
    FirstHand(
        title=Message("Bet what you have"),
        words=Message(
            "All five cards lie there, and everybody has checked. You have a pair of Queens with an Ace"
            " beside it, and nothing shows more. If you check too, the cards are compared for what is in"
            " the pot now. Bet about half of the pot: worse pairs will often pay to see yours."
        ),
        after=Message("A bet with the better hand earns what the others would have kept."),
        position=_position(
            "chips=490 hand=(cards=AhQd total=10)",
            "chips=490 hand=(cards=TcTd total=10)",
            "chips=490 hand=(cards=8s7s total=10)",
            "street=4 pot=30 acted=12 floor=10 board=Qs8c5d2h9s burnt=4d3c3d3h",
        ),
    ),
    FirstHand(
        title=Message("When to let go"),
        words=Message(
            "Two Jacks were good before the flop. Now an Ace and a King lie in the middle, and somebody"
            " who has only checked so far bets 60. Your Jacks beat a bluff and little else: fold, and keep"
            " the 60 for a better hand."
        ),
        after=Message(
            "What you have put in is not yours any more: only what comes next counts. Now play with advice."
        ),
        position=_position(
            "chips=470 hand=(cards=JhJc total=30)",
            "chips=495 hand=(cards=6c6s total=5 is_active=no)",
            "chips=410 hand=(cards=AsAd bet=60 total=90)",
            "street=4 pot=125 acted=8 current_bet=60 floor=60 last_full=60 first_bettor=3 outs=[2]"
            " board=AcKh9d5s8h burnt=4d3c3d3h",
        ),
    ),
)
