"""The line rate of the link a run uses, from words in the hardware that the log or the user tells."""

from __future__ import annotations

import re
from typing import NamedTuple

from estimator.judge.diagnosis.runs.run import DiagnosedRun

_TIMES = re.compile(r"(?<![\d.])(\d{1,2})\s*[x×]\s*(\d{2,4})\s*G(?:b(?:it)?(?:/s|ps)?|bE|E)?(?![A-Za-z])")
_SINGLE = re.compile(r"(?<![\d.x×])(\d{2,4})\s*G(?:b(?:it)?(?:/s|ps)?|bE|E)?(?![A-Za-z])")
_PCIE = re.compile(r"PCIe?[- ]?(?:gen)?\s?([3-6])(?:\.0)?(?:\s*x\s?(4|8|16))?", re.IGNORECASE)
_INFINIBAND = re.compile(r"\b(EDR|HDR|NDR|XDR)(?![A-Za-z])")
_NVLINK = re.compile(r"NVLink\s?([2-5])", re.IGNORECASE)
PCIE_LANE = {3: 0.985e9, 4: 1.969e9, 5: 3.938e9, 6: 7.563e9}
"""Bytes a second of a lane in one direction. Source: PCI-SIG base specifications 3.0 to 6.0."""
INFINIBAND = {"EDR": 12.5e9, "HDR": 25e9, "NDR": 50e9, "XDR": 100e9}
"""Four lanes. Source: InfiniBand roadmap of the IBTA."""
NVLINK = {2: 150e9, 3: 300e9, 4: 450e9, 5: 900e9}
"""All links of a device, one direction. Source: data sheets of V100, A100, H100, B200."""


_DEVICES = (
    (r"P100-SXM", 80e9),
    (r"V100-SXM", 150e9),
    (r"A100-SXM", 300e9),
    (r"A800-SXM|\bH800(?!.*PCIe)", 200e9),
    (r"\bH100(?!.*(?:PCIe|NVL))|\bH200(?!.*NVL)|\bH20\b", 450e9),
    (r"\bB200\b|\bB300\b", 900e9),
)
"""All links of a device of that name, one direction [B/s]. Source: data sheets."""


class LinkRate(NamedTuple):
    """The rate [B/s] in one direction of what carries a group's data, and the words it was read from."""

    rate: float
    words: str


def device_links(run: DiagnosedRun) -> LinkRate | None:
    """What the links of the device itself carry between devices of a node; None across nodes and of unknown devices."""
    if run.crossing is not False:
        return None
    for words, rate in _DEVICES:
        if match := re.search(words, run.table.hardware, re.IGNORECASE):
            return LinkRate(rate, match.group(0))
    return None


def line_rate(run: DiagnosedRun) -> LinkRate | None:
    """The link that the hardware names; None where nothing says it, or nobody says whether nodes are crossed.

    ``NVLink + IB 2x200G``: 50 GB/s between nodes; ``PCIe4 x16``: 31.5 GB/s inside one.
    """
    text = f"{run.table.hardware} {run.table.label}"
    if run.crossing:
        if match := _TIMES.search(text):
            return LinkRate(int(match.group(1)) * int(match.group(2)) * 1e9 / 8, match.group(0))
        if match := _INFINIBAND.search(text):
            return LinkRate(INFINIBAND[match.group(1)], match.group(0))
        if match := _SINGLE.search(text):
            return LinkRate(int(match.group(1)) * 1e9 / 8, match.group(0))
        return None
    if run.crossing is None:
        return None
    if match := _NVLINK.search(text):
        return LinkRate(NVLINK[int(match.group(1))], match.group(0))
    if match := _PCIE.search(text):
        return LinkRate(PCIE_LANE[int(match.group(1))] * int(match.group(2) or 16), match.group(0))
    return None
