"""Totals that are kept as Rounds are played, so that a report reads rows and not Rounds.

They are written in the transaction of the entry that they count, and the audit counts again from the journal.
"""

HOUR_MS = 3_600_000
NOTED_WIN_CENTS = 1_000_00  # from here on a win is noted; a house may call only larger ones large
