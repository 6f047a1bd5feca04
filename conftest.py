"""How hypothesis searches: the same examples every time, unless somebody goes exploring.

A suite that fails by luck on an unrelated change teaches nobody. To look further:
`HYPOTHESIS_PROFILE=explore make test`.
"""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
