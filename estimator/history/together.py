"""Many places of a spec that moved something together, named by the few parts that they stand in."""

from __future__ import annotations

import re

BETWEEN = " + "
MOST = 3
"""Places that are named one by one."""


def together(cause: str) -> str:
    """A cause in few words: of more places than ``MOST`` the parts that hold them, as deep as they are few enough.

    ``platform.launch.only[0].time + platform.launch.only[0].path + …`` is ``platform.launch.only``.
    """
    places = [re.split(r"(?=[.\[])", place) for place in cause.split(BETWEEN)]
    depth = max(map(len, places))
    while len(parts := dict.fromkeys("".join(place[:depth]) for place in places)) > MOST and depth > 1:
        depth -= 1
    return BETWEEN.join(parts)
