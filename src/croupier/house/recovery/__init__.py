"""After a restart: open Rounds are found and put to their document's rule."""

from croupier.house.recovery.recovery import CONFIRM_WITHIN_MS, Interrupted, Recovery

__all__ = ["CONFIRM_WITHIN_MS", "Interrupted", "Recovery"]
