"""Many places that moved something together are named by the parts that hold them."""

from __future__ import annotations

from estimator.history.together import together


def test_few_places_stay_as_they_are() -> None:
    cause = "platform.paths.memory.exclusive.alpha + operations.a.algorithm + groups.dp.size"
    assert together(cause) == cause
    assert together("operations.a.algorithm") == "operations.a.algorithm"


def test_many_places_are_named_by_what_holds_them() -> None:
    launch = [f"platform.launch.only[{at}].{key}" for at in (0, 1, 2) for key in ("time", "path", "sizes")]
    entries = [f"platform.paths.memory.only[{at}].{key}" for at in (0, 1) for key in ("alpha", "root.time")]
    assert together(" + ".join([*launch, *entries])) == "platform.launch.only + platform.paths.memory"


def test_places_that_share_nothing_are_named_by_their_first_words() -> None:
    assert together("a.b + c.d + e.f + g.h") == "a + c + e + g"
