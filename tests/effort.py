"""How far random play looks: `make test` a little everywhere, `make soak` (EFFORT=10) ten times as far."""

import os

EFFORT = int(os.environ.get("EFFORT", "1"))
