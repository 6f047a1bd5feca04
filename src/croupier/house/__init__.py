"""The house: journal, ledger, floor, jackpot links, recovery and people."""
