"""The name that hand histories had before they got a room of their own: `croupier.phh`."""

from croupier.phh import *  # noqa: F403
