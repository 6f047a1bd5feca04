"""Which behaviours the mathematics knows. Rules that name another one are refused: a figure that ignored it
would be that of another game."""

from collections.abc import Mapping
from typing import Final

from croupier.analysis.figures import AnalysisError
from croupier.games import find
from croupier.rulebook import Edition, Rules

# Rules on which editions differ and on which no figure depends: how cards come, and what follows a mistake.
BESIDE_THE_FIGURES: Final[Mapping[str, frozenset[str]]] = {
    "rws-poker": frozenset({
        "burn_returned", "electronic_card_shuffler", "missed_opening_burn", "missed_street_burn",
        "outcome_established",
    }),
    "rws-multilink": frozenset({
        "accidental_peek", "exposed_card", "missed_burn_late", "outcome_established_by",
        "wrong_number_in_hand",
    }),
    "mbs-freebet": frozenset(),
}  # fmt: skip

# Settings that figures depend on, with the choices that they know.
CHOICES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "rws-poker": {
        "rake_basis": ("per_pot", "total"),
        "walk_rake_base": ("matched", "full", "small_blind_only"),
        "odd_chips": ("one_each", "all_to_first"),
    },
    "rws-multilink": {
        "increment_timing": ("at_acceptance", "after_round_if_unwon"),
        "partial_win_effect": ("deduct", "reset", "none"),
        "minor_paid_from": ("house", "meter"),
    },
    "mbs-freebet": {
        "dealer_blackjack_loss": ("live_original_plus_busted", "capped_at_original"),
        "surrender_rounding": ("exact", "up", "down"),
        "blackjack_rounding": ("exact", "up", "down"),
    },
}


def require_known_policies(edition: Edition) -> None:
    """AnalysisError if the edition, or its game, goes by a policy that the mathematics does not know."""
    known, game = BESIDE_THE_FIGURES.get(edition.game), find(edition.game)
    if known is None or game is None:
        return
    for key in {*edition.policies, *game.policies.keys} - known:
        named = edition.policies.get(key, "a setting")
        raise AnalysisError(
            "{edition}: the mathematics does not know the policy {key} ({named}); a figure without "
            "it would be that of another rule",
            edition=edition.id,
            key=key,
            named=named,
        )


def require_known(rules: Rules) -> None:
    """AnalysisError if these rules go by a policy or a choice that the mathematics does not know."""
    require_known_policies(rules.edition)
    for name, known in CHOICES.get(rules.edition.game, {}).items():
        chosen = rules.settings.get(name)
        if chosen is not None and chosen not in known:
            raise AnalysisError(
                "the mathematics does not know {name} = {chosen}; it knows {known:list}",
                name=name,
                chosen=chosen,
                known=known,
            )
