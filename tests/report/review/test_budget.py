"""What the page knows of the musts: which of them it keeps as printed whatever is changed."""

import json
from typing import Any

import pytest

from tests.report.documents import SMALL, documents

WRITTEN = "metric: {name: time, statistic: mean}\n    limit: {at_most: estimate.conservative, tolerance: 2 %}"


@pytest.mark.parametrize(
    ("limit", "held"),
    [
        (WRITTEN, []),
        ("metric: {name: busbw, statistic: mean}\n    limit: {at_least: 50 % of line}", ["R-T-01"]),
        ("metric: {name: busbw, statistic: mean}\n    limit: {at_least: 9 GB/s, at: 64 MiB}", []),
    ],
)
def test_a_share_of_the_line_rate_stays_as_printed_and_is_named(limit: str, held: list[str]) -> None:
    assert SMALL.count(WRITTEN) == 1
    text = SMALL.replace(WRITTEN, limit).replace("out:\n", "out:\n      link: {rate: 400 Gbit/s, per: rank}\n", 1)
    html = documents(text)["en"].html
    labels: dict[str, Any] = json.loads(html.partition('id="review-labels">')[2].partition("</script>")[0])
    assert labels["held"] == held
