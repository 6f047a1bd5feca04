"""What a command is for. House, pages, clocks and bots go by this, never by the name of a command."""

from enum import StrEnum


class Purpose(StrEnum):
    # What players do.
    BET = "bet"
    POST = "post"  # a Blind or another payment that is due
    RAISE = "raise"
    CALL = "call"
    CHECK = "check"
    FOLD = "fold"
    ALL_IN = "all_in"
    LOOK = "look"
    SHOW = "show"
    MUCK = "muck"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    EVEN_MONEY = "even_money"
    DECLINE = "decline"  # nothing more than was there: play on, no Insurance, keep the wager
    WITHDRAW = "withdraw"  # take a bet back
    READY = "ready"  # no more bets from me
    CHOOSE = "choose"  # an answer to a question that the rules put to one player
    CONDUCT = "conduct"  # something said or done that the rules have an answer to

    # Coming and going.
    SIT = "sit"
    LEAVE = "leave"
    SIT_OUT = "sit_out"
    RETURN = "return"
    BUY = "buy"
    TIP = "tip"  # chips for the dealers, or for others: outside the game

    # What the staff does.
    ROUTINE = "routine"  # the ordinary course of a Round
    SERVE = "serve"  # for a player, at that player's request
    TIME_OUT = "time_out"  # for a player who does not act
    ABSENT = "absent"  # a player is noted as gone
    PRESENT = "present"  # a player who was noted as gone is back
    RELOCATE = "relocate"  # a player comes from another table with their chips
    SEATING = "seating"  # other affairs of seats
    REPORT = "report"  # something went wrong
    INTERRUPTION = "interruption"  # the Round could not go on: a restart, a power failure
    REFER = "refer"  # a matter that no rule settles is put to the person who decides it
    RULING = "ruling"  # an open decision is answered
    MANAGE = "manage"  # the House runs its table or its equipment

    # What machines tell each other.
    EQUIPMENT = "equipment"

    def is_for_players(self, is_player: bool) -> bool:
        """Whether players give such commands, or, for nobody who plays, whether staff do."""
        both = (Purpose.RULING, Purpose.CHOOSE)
        return self in both or is_player == (self in _PLAYERS)


# Down to coming and going they are the players' own.
_PLAYERS = tuple(Purpose)[: tuple(Purpose).index(Purpose.ROUTINE)]

# A game that has no command for one of these cannot be run by a house: it does not load.
# What becomes of a player who does not act is a method that every game has to write: `Game.overdue`.
REQUIRED = (Purpose.SIT, Purpose.LEAVE, Purpose.INTERRUPTION, Purpose.REFER, Purpose.RULING)

# How a command says where it belongs: the documents call a place a seat, a box or an area.
PLACE_FIELDS = ("seat", "box", "area")
