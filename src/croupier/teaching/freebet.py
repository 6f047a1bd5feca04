"""Five hands for somebody who has never played Free Bet: from the first chip, alone with the dealer."""

from croupier.messages import Message
from croupier.teaching import FirstHand

_BETTING = "(areas=3 burn_policy=none) phase=betting round=1 players={2=(name=Robin chips=500)}"

FIRST_HANDS = (
    FirstHand(
        title=Message("Nearer to 21"),
        words=Message(
            "You play against the dealer. Whose cards come nearer to 21 wins, and more than 21 is a bust"
            " that loses at once. Pictures count 10, an Ace 1 or 11. Touch your circle to lay a chip and"
            " press Ready. The dealer first asks who gives up half: play on. Then you have 19, as good as"
            " done: stand."
        ),
        after=Message(
            "The dealer must draw to 16 and stand on a hard 17, whatever you have. Showing a 6, the"
            " dealer often goes bust."
        ),
        position=_BETTING,
        cards="Th 6d 9s Tc 9d",
    ),
    FirstHand(
        title=Message("One more card"),
        words=Message(
            "Lay a chip again. This time you get 12, and the dealer shows a Ten. With 12 only a Ten or a"
            " picture can bust you, and the dealer will mostly have more than 16: hit."
        ),
        after=Message("Against a high card of the dealer, 16 or less is not enough: draw until 17."),
        position=_BETTING,
        cards="8h Td 4s 7c 8d",
    ),
    FirstHand(
        title=Message("A free double"),
        words=Message(
            "You get 6 and 5. On a hard 9, 10 or 11 the House doubles your wager with its own money: the"
            " gold button. You get one card more. If you win, you are paid for both wagers; if you lose,"
            " only yours is gone."
        ),
        after=Message("Take every free double: it can win twice and never lose twice."),
        position=_BETTING,
        cards="6h 9d 5s Tc 8d",
    ),
    FirstHand(
        title=Message("A free split"),
        words=Message(
            "You get two Eights. The House also pays for the second wager when a pair is split, except"
            " Tens and pictures: again the gold button. Each Eight becomes a hand of its own, and is"
            " played for itself."
        ),
        after=Message("Two hands beginning with 8 are better than one 16, and the second one is a gift."),
        position=_BETTING,
        cards="8h 6d 8s Tc 9c Td Ts",
    ),
    FirstHand(
        title=Message("What the gifts cost"),
        words=Message(
            "You get 18 against a Five: stand. Then watch what the dealer draws: with 22 the dealer does"
            " not bust. Instead all hands that are still in keep their wagers, and nobody wins."
        ),
        after=Message(
            "The dealer’s 22 is a Stand Off: with it the House pays for what it gives away. Now play with"
            " advice."
        ),
        position=_BETTING,
        cards="Th 5d 8s 7c Td",
    ),
)
