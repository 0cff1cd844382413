"""Line rates read from the words of a device, by the standards' own figures."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.series import Key
from estimator.judge.diagnosis.runs.line import line_rate
from estimator.judge.diagnosis.runs.run import DiagnosedRun
from estimator.tools.records import Table


@pytest.mark.parametrize(
    ("hardware", "nodes", "rate"),
    [
        ("A100 VM, NVLink + IB 2x200G", 2, 50e9),
        ("H100, NVLink + NDR IB 8x400G", 12, 400e9),
        ("Power9, IB EDR", 4, 12.5e9),
        ("MI100, PCIe4 through the host", 1, 16 * 1.969e9),
        ("RTX 2080 Ti, PCIe3 x8", 1, 8 * 0.985e9),
        ("A100-SXM4-40GB, NVLink3", 1, 300e9),
        ("GTX 1080", 1, None),
        ("A100-SXM4-40GB", 2, None),
        ("PCIe4 x16", None, None),
    ],
)
def test_the_rate_of_the_link_is_read_from_the_hardware(hardware: str, nodes: int | None, rate: float | None) -> None:
    table = Table("log", 1, 1, "nccl-tests", collective="all_reduce", ranks=16, nodes=nodes, hardware=hardware)
    found = line_rate(DiagnosedRun(Key("all_reduce"), table, ()))
    assert (found.rate if found else None) == (pytest.approx(rate) if rate else None)
