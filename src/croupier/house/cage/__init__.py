"""The cage: receipts of the cashier's window, and the chips of the house, counted.

`cage` keeps the one register; `inventory` moves chips between cage and tables, `racks` says what a rack
should hold by the journal of play, `limits` what one person alone may pay, `slips` is everything printed.
"""

from croupier.house.cage.cage import cage_register
from croupier.house.cage.inventory import Inventory
from croupier.house.cage.limits import Limits

__all__ = ["Inventory", "Limits", "cage_register"]
