"""What holds for every test.

Hypothesis tries the same examples every time: a suite that fails by luck teaches nobody.
To look further: `HYPOTHESIS_PROFILE=explore make test`.
"""

import os
import sys

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# The command line asks for the terminal's width once, when it is first imported.
os.environ["COLUMNS"] = "200"

# Hundreds of processes are started here. What Python has compiled for one is kept for the others, also where
# the environment says otherwise: half the processor time of a start is compiling.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
