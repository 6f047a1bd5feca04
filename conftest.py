"""What holds for every test.

Hypothesis tries the same examples every time: a suite that fails by luck teaches nobody.
To look further: `HYPOTHESIS_PROFILE=explore make test`.
"""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# The command line asks for the terminal's width once, when it is first imported.
os.environ["COLUMNS"] = "200"
