"""Fits and predictions as text and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from estimator.evidence.fitting.doubts import doubts
from estimator.evidence.fitting.law import Law, Value, laws, reaches
from estimator.evidence.fitting.predict import Predicted
from estimator.evidence.fitting.reduction import Reduction
from estimator.evidence.fitting.regimes import Fit
from estimator.evidence.fitting.series import Key, LeftOut, Series
from estimator.phrase import heads, linked, phrase, word
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import Counted, format_bandwidth, format_size, format_time

SCHEMA = 1


class Answer(NamedTuple):
    """The place of a fit, what was predicted or why not, on how many ranks, of how many bytes; ``n`` None: of all."""

    fit: int
    predicted: Predicted | None
    refused: str
    ranks: int
    n: float | None


def heading(key: Key, ranks: Sequence[int]) -> str:
    """What a series is: ``all_reduce on 2, 4, 8 ranks, fp32, out of place``."""
    counts = linked(", ", map(str, ranks))
    parts = [phrase("{collective} on {ranks} ranks", collective=key.collective, ranks=counts)]
    parts += [key.dtype, {True: word("in place"), False: word("out of place"), None: ""}[key.in_place]]
    parts += [key.hardware, key.path, key.condition, key.algorithm, key.label, key.tool]
    if key.groups > 1:
        parts.append(phrase("{groups:group} at once", groups=Counted(key.groups)))
    parts += [key.statistic] * (key.statistic != "mean")
    return linked(", ", (part for part in parts if part))


def as_text(
    fits: Sequence[Fit],
    answers: Sequence[Answer],
    found: Sequence[Reduction],
    left_out: Iterable[LeftOut],
    too_few: Sequence[Series],
    screen: Screen = PLAIN,
) -> str:
    """For each series its ranges, what it reaches and its doubts; then the predictions; then what was left out."""
    lines: list[str] = []
    for place, one in enumerate(fits, 1):
        series = phrase("[{place}] {series}", place=place, series=heading(one.key, one.ranks))
        lines += [series, *fitted(list(_ranges(one)), screen), *_reached(one)]
        lines += [phrase("  doubt: {text}", text=doubt.text) for doubt in doubts(one)]
        lines.append("")
    lines += [_reduction(one) for one in found]
    if answers:
        lines += [phrase("predicted, nine in ten between low and high"), *fitted(list(_answers(answers)), screen), ""]
    lines += [
        phrase("left out: {records:record}, {reason}", records=Counted(one.records), reason=one.reason)
        for one in left_out
    ]
    lines += [_too_few(one) for one in too_few]
    return screen.text(lines).replace("\u00a0", " ").rstrip() + "\n"


def _too_few(one: Series) -> str:
    series, points = heading(one.key, one.ranks), Counted(len(one.points))
    return phrase("not fitted: {series}: {points:point}", series=series, points=points)


def _ranges(one: Fit) -> Iterator[list[str]]:
    found = laws(one)
    apart = any(law.start.alpha is not None for law in found)
    yield [
        word("  share of a rank") if one.by_share else "  n",
        *(["T0", "alpha"] if apart else []),
        *_heads(one.ranks),
    ]
    for law in found:
        cells = [f"  {format_size(law.least)} .. {format_size(law.largest)}"]
        if apart:
            cells += [format_time(each) if each is not None else "-" for each in (law.start.launch, law.start.alpha)]
        yield [*cells, *_cells(law, one.ranks)]


def _heads(ranks: Sequence[int]) -> list[str]:
    found = []
    for count in ranks:
        found += [phrase("start-up on {ranks}", ranks=count), phrase("B on {ranks}", ranks=count)]
    return found


def _cells(law: Law, ranks: Sequence[int]) -> list[str]:
    found = []
    for count in ranks:
        start, rate = law.start.by_ranks.get(count), law.bandwidth.get(count)
        found.append(format_time(start.value) if start else "-")
        found.append(_rate(rate) if rate else "-")
    return found


def _rate(value: Value) -> str:
    return format_bandwidth(value.value) if value.value > 0.0 else word("not seen")


def _reached(one: Fit) -> Iterator[str]:
    for ranks, reach in reaches(one).items():
        sizes = (reach.half, reach.most)
        half, most = (format_size(round(size)) if size else word("no size measured") for size in sizes)
        yield phrase(
            "  on {ranks}: best seen {best} at {n}; half of B from {half}, nine tenths from {most}",
            ranks=ranks,
            best=format_bandwidth(reach.best),
            n=format_size(reach.best_n),
            half=half,
            most=most,
        )


def _reduction(one: Reduction) -> str:
    return phrase(
        "reduction on {ranks} ranks: {rate} beside the transfer, from [{first}] and [{second}]",
        ranks=one.ranks,
        rate=format_bandwidth(1.0 / one.gamma.value),
        first=one.first + 1,
        second=one.second + 1,
    )


def _answers(answers: Iterable[Answer]) -> Iterator[list[str]]:
    yield [word("fit"), "n", *heads("ranks", "low", "median", "high"), ""]
    for one in answers:
        if (found := one.predicted) is None:
            size = "-" if one.n is None else format_size(one.n)
            yield [f"[{one.fit + 1}]", size, str(one.ranks), "-", "-", "-", linked("; ", [one.refused])]
        else:
            times = [format_time(time) for time in (found.low, found.median, found.high)]
            yield [f"[{one.fit + 1}]", format_size(found.n), str(found.ranks), *times, linked("; ", found.notes)]


def as_json(
    fits: Sequence[Fit],
    answers: Sequence[Answer],
    found: Sequence[Reduction],
    left_out: Iterable[LeftOut],
    too_few: Sequence[Series],
    applied: dict[str, object] | None = None,
) -> str:
    """The same in full, SI units; ``predictions`` in the order of the series; ``applied``: what changed in a spec."""
    data: dict[str, object] = {
        "commspec_fit": SCHEMA,
        "series": [_series(place, one) for place, one in enumerate(fits, 1)],
        "reductions": [
            {"series": [one.first + 1, one.second + 1], "ranks": one.ranks, "gamma_s_per_B": one.gamma._asdict()}
            for one in found
        ],
        "predictions": [_prediction(one.fit, one.predicted, fits) for one in answers if one.predicted is not None],
        "refused": [_refusal(one) for one in answers if one.predicted is None],
        "left_out": [one._asdict() for one in left_out],
        "not_fitted": [{**_key(one.key), "ranks": one.ranks, "points": len(one.points)} for one in too_few],
    }
    if applied is not None:
        data["applied"] = applied
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _key(key: Key) -> dict[str, object]:
    return {name: value for name, value in key._asdict().items() if value not in ("", None)}


def _series(place: int, one: Fit) -> dict[str, object]:
    return {
        "id": place,
        **_key(one.key),
        "ranks": one.ranks,
        "sizes": one.sizes,
        "points": len(one.series.points),
        "sources": one.series.sources,
        "split_by": "share" if one.by_share else "n",
        "ranges": [_law(law, "share" if one.by_share else "n") for law in laws(one)],
        "reaches": {
            str(ranks): {
                "best_Bps": reach.best,
                "best_bytes": reach.best_n,
                "half_bytes": reach.half,
                "most_bytes": reach.most,
            }
            for ranks, reach in reaches(one).items()
        },
        "doubts": [doubt._asdict() for doubt in doubts(one)],
    }


def _law(law: Law, split: str) -> dict[str, object]:
    apart = {str(ranks): {"startup_s": start, "bandwidth_Bps": rate} for ranks, (start, rate) in law.apart.items()}
    return {
        split: [law.least, law.largest],
        "T0_s": law.start.launch,
        "alpha_s": law.start.alpha,
        "startup_s": {str(ranks): value._asdict() for ranks, value in law.start.by_ranks.items()},
        "bandwidth_Bps": {str(ranks): value._asdict() for ranks, value in law.bandwidth.items() if value.value > 0.0},
        **({"apart": apart} if apart else {}),
    }


def _refusal(one: Answer) -> dict[str, object]:
    size = {} if one.n is None else {"bytes": _bytes(one.n)}
    return {"series": one.fit + 1, "ranks": one.ranks, **size, "reason": one.refused}


def _bytes(n: float) -> float:
    return int(n) if n == int(n) else n


def _prediction(place: int, one: Predicted, fits: Sequence[Fit]) -> dict[str, object]:
    size = _bytes(one.n)
    found: dict[str, object] = {"bytes": size, "low": one.low, "median": one.median, "high": one.high}
    return found | {"ranks": one.ranks, "series": place + 1, "in_place": fits[place].key.in_place, "notes": one.notes}
