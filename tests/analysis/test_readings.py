"""What the readings are worth: every switch that moves a figure has its price, and no other moves one."""

from fractions import Fraction

import pytest

from croupier.analysis.catalogue import adopt, bets_of, provider_of
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.multilink.progressive import progressive_figures
from croupier.analysis.readings import PRICED, Price, prices_of, readings_section
from croupier.rulebook import RulebookError, library
from croupier.rulebook.settings import alternatives


def priced(edition: str) -> dict[tuple[str, str, str], Price]:
    return {(each.setting, each.value, each.of): each for each in prices_of(adopt(edition, {}))}


@pytest.mark.volume
@pytest.mark.parametrize("edition", library().ids)
def test_no_other_reading_moves_a_figure(edition: str) -> None:
    rules = adopt(edition, {})
    edge = provider_of(rules).edge
    here = {bet: edge(rules, bet, Asked()) for bet in bets_of(rules)}
    for setting in rules.edition.settings.values():
        if setting.reading is None or setting.name in PRICED[rules.edition.game]:
            continue
        for other in alternatives(setting, setting.default):
            try:
                changed = adopt(edition, {setting.name: other})
            except (AnalysisError, RulebookError):
                continue  # goes only together with another setting
            for bet, figures in here.items():
                there = edge(changed, bet, Asked())
                assert (there.ev, there.details) == (figures.ev, figures.details), (setting.name, other)


@pytest.mark.parametrize("edition", library().ids)
def test_every_other_choice_of_what_is_priced_has_a_price_or_says_why_not(edition: str) -> None:
    rules = adopt(edition, {})
    wanted = {
        (name, value)
        for name in PRICED[rules.edition.game]
        if name in rules.edition.settings
        for value in alternatives(rules.edition.settings[name], rules[name])
    }
    found = {(setting, value) for setting, value, _ in priced(edition)}
    assert len(found) == len(wanted)
    (table,) = readings_section(rules).tables
    for price in priced(edition).values():
        assert price.reading in library().get(edition).readings
        assert price.refused in table.note


def test_prices_are_those_of_the_house_that_asks() -> None:
    own = {each.setting: each for each in prices_of(adopt("mbs-freebet@3", {"FB-A12": "yes"}))}
    shipped = priced("mbs-freebet@3")["pay_blackjack_immediately_vs_ten", "yes", ""]
    back = own["pay_blackjack_immediately_vs_ten"]
    assert (back.value, back.gain) == ("no", pytest.approx(-shipped.gain))


def test_free_bet_by_the_cards() -> None:
    prices = priced("mbs-freebet@3")
    # Six decks, 311 cards left. By ranks 23 make a Pair; with the reading a ten also pairs with 72 faces.
    pair = prices["pair_ten_face", "yes", ""]
    assert pair.ev == pytest.approx(12 * 23 / 311 - 1)
    assert pair.gain == pytest.approx(float(12 * 2 * Fraction(1, 13) * Fraction(72, 311)))
    assert prices["pay_blackjack_immediately_vs_ten", "yes", ""].gain > 0.001
    assert prices["dealer_blackjack_loss", "capped_at_original", ""].gain == 0


def test_multi_link_a_jackpot_that_is_not_reduced_returns_what_it_pays() -> None:
    """Of each bet of 5 a fifth goes to the meter; the reset value of 50,000 is paid once in 649,740 bets.

    Where a tenth is not deducted (ML-A04 none), it is paid beside, of the average meter, in 72,193.33 bets.
    """
    prices = priced("rws-multilink@3")
    meter = Fraction(649_740) * 1 + 50_000  # what has gone in when it is won, with 50,000 at the start
    fixed = Fraction(957_440, 2_598_960)
    wanted = fixed + (meter / 649_740 + meter / 10 * Fraction(36, 2_598_960)) / 5
    assert prices["partial_win_effect", "none", "in the long run"].other_ev == pytest.approx(
        float(wanted) - 1, abs=1e-5
    )


def test_multi_link_a_box_alone_that_folds_loses_its_jackpot_bet() -> None:
    """72, 62, 52, 42 and 32 of two suits fold: each 12 of 1,326 holdings. With a flop of 19,600:

    four of a kind 2, full houses 18; straights 64 flops for 62 (345), 52 (346, A34), 42 (356, A35) and 32
    (456, A45): 64, 128, 128 and 128; no flush. In the pay table by the stake of 5: 2,000, 400 and 100.
    """
    figures = progressive_figures(
        adopt("rws-multilink@3", {"deal_flop_for_folded_progressive": "no"}), Asked()
    )
    assert figures.details["return"] == pytest.approx(1 + figures.ev)
    paid = 5 * (2 * 2000 + 18 * 400) + (64 + 3 * 128) * 100
    lost = Fraction(12, 1326) * Fraction(paid, 19_600) / 5
    assert figures.details["return_of_a_box_alone"] == pytest.approx(1 + figures.ev - float(lost))


def test_poker_a_rake_that_is_taken_from_the_flop_on_costs_less() -> None:
    price = priced("rws-poker@7")["rake_before_flop", "no", ""]
    assert 0 < price.gain < 0.05
    assert price.unit == "Big Blinds"
    assert priced("rws-poker@7")["odd_chips", "all_to_first", ""].gain == 0
