"""Commands that answer with figures: edges, strategies, reports, risk, jackpot, weak spots, rake."""
