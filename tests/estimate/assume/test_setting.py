"""The form of a call under a setting's balance."""

from __future__ import annotations

from math import sqrt

import pytest

from estimator.cost.key import REORDER, Key
from estimator.cost.plan import Stage
from estimator.estimate.assume.setting import Setting, Work, form_of


def test_skew_scales_what_ranks_carry_and_reduce_and_node_skew_what_units_carry() -> None:
    stage = Stage("inter", 3, 2.0, 1.0, 4.0, link=8.0, nic=16.0, cuts=(("nics", 12.0),), also=(Stage("intra", 1, 2.0),))
    work = Work(((stage,),), (((stage,),),), 1e6, 1.0, {"spine": 10.0}, {}, rooted=frozenset({"inter"}))
    form = form_of(work, Setting({}, skew=1.5, node_skew=1.25, passes=2.0), work.plan)
    most = {str(key): value for key, value in zip(form.keys, form.matrix.max(axis=0).tolist(), strict=True)}
    assert most["alpha.inter"] == 3.0
    assert (most["beta.inter"], most["beta.intra"], most["gamma"]) == (3.0, 3.0, 1.5)
    assert (most["link.inter"], most["nic.inter"]) == (12.0, 24.0)
    assert (most["unit.inter"], most["cut.nics"], most["cut.spine"]) == (5.0, 15.0, 12.5)
    # two passes over what the busiest rank has; the root of the 8 n that the busiest link carries, times 1.5
    assert form.extra[form.keys.index(REORDER)] == 3.0
    assert form.extra[form.keys.index(Key("root", "inter"))] == pytest.approx(sqrt(1.5 * 8.0), rel=1e-15)
