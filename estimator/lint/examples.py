"""An example of every rule of the lint: what sets it off, and what keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Example(NamedTuple):
    """A piece of a spec that breaks a rule, and one in its place that keeps it."""

    wrong: str
    right: str


RULE_EXAMPLES: Mapping[str, Example] = MappingProxyType(
    {
        "no-limit": Example("limit: {at_most: 1 s}", "limit: {at_most: 1 s, at: 1 MiB}"),
        "no-statistic": Example("metric: {name: time}", "metric: {name: time, statistic: mean}"),
        "no-samples": Example("test: {tool: kit}", "test: {tool: kit, warmup: 20, iterations: 1000, repeats: 5}"),
        "few-samples": Example(
            "metric: {statistic: p99}, iterations: 100", "metric: {statistic: p99}, iterations: 300"
        ),
        "few-repeats": Example("repeats: 3", "repeats: 5"),
        "few-sizes": Example("sweep: {sizes: [1 MiB, 4 MiB]}", "sweep: {sizes: 1 MiB .. 64 MiB}"),
        "no-dtype": Example(
            "tensor: {bytes: 256 MiB, semantics: input}", "tensor: {bytes: 256 MiB, dtype: bf16, semantics: input}"
        ),
        "no-redop": Example("collective: all_reduce", "collective: all_reduce, redop: sum"),
        "no-tool": Example("test: {tool: my_bench}", "test: {tool: my_bench, command: my_bench -n 1000}"),
        "tool-statistic": Example("metric: {statistic: p99}, tool: nccl-tests", "metric: {statistic: p99}, tool: kit"),
        "tool-collective": Example("collective: p2p, tool: hccl_test", "collective: p2p, tool: kit"),
        "tool-skew": Example("skews: [1.5], tool: nccl-tests", "skews: [1.5], tool: kit"),
        "no-responsible": Example("priority: must", "priority: must, responsible: [library, nic]"),
        "no-rationale": Example("priority: must", "priority: must, rationale: each layer waits for it"),
        "no-evidence": Example("item: other", "item: other, evidence: a log of the run"),
        "no-pass-rule": Example("item: other", "item: other, pass: every call of a step is in the log"),
        "no-quantity": Example("limit: {at_most: 60 s}", "limit: {at_most: 60 s}, quantity: time to the first step"),
        "no-load": Example(
            "conditions: [multi_group]", "conditions: [multi_group], load: AllGather on the other groups"
        ),
        "idle-load": Example(
            "conditions: [exclusive], load: matrix products", "conditions: [with_compute], load: matrix products"
        ),
        "holds-by-construction": Example(
            "against: exclusive, conditions: [exclusive]", "against: exclusive, conditions: [multi_group]"
        ),
        "no-check": Example("check: false", "check: true"),
        "two-nodes": Example("groups: [two_nodes]", "groups: [eight_nodes]"),
        "nodes-min": Example("nodes_min: 64", "nodes_min: 8"),
        "scaling-sizes": Example("groups: [g8, g16, g32]", "groups: [g8, g16, g24, g9]"),
        "below-cut": Example("limit: {at_most: 1 ms, at: 1 GiB}", "limit: {at_most: 30 ms, at: 1 GiB}"),
        "below-floor": Example("limit: {at_most: 1 us, at: 8 B}", "limit: {at_most: 40 us, at: 8 B}"),
        "outside-interval": Example("limit: {at_most: 500 ms, at: 1 MiB}", "limit: {at_most: estimate.conservative}"),
        "wide-interval": Example("alpha: [8 us, 60 us]", "alpha: [8 us, 14 us]"),
        "above-ceiling": Example("limit: {at_least: 500 GB/s}", "limit: {at_least: 40 GB/s}"),
        "above-link": Example(
            "link: {rate: 400 Gbit/s}, bandwidth: 60 GB/s", "link: {rate: 400 Gbit/s}, bandwidth: 48 GB/s"
        ),
        "beyond-any-link": Example("bandwidth: 48 PB/s", "bandwidth: 48 GB/s"),
        "impossible-skew": Example("skew: [1, 100]", "skew: [1, 1.5]"),
        "no-spread": Example("max_spread: 0 %", "max_spread: 5 %"),
        "no-source": Example("{alpha: 8 us, bandwidth: 48 GB/s}", "{alpha: 8 us, bandwidth: 48 GB/s, from: bench}"),
        "split-call": Example("calls: 5, per_step: 1", "calls: 5, per_step: 2"),
        "unknown-report": Example("reports: [algorithm, pathh]", "reports: [algorithm, path]"),
        "idle-ports": Example("wiring: switch, ports: 7", "wiring: mesh, ports: 7"),
        "shared-nic": Example("link: {rate: 400 Gbit/s, per: node}", "link: {rate: 400 Gbit/s, per: rank}"),
        "wide-start-up": Example("alpha: [8 us, 30 us]", "alpha: [8 us, 10 us], messages: [0 us, 0.5 us]"),
        "idle-at-once": Example("at_once_with: [gradients]", "at_once_with: [gradients], unit: 100 GB/s"),
        "one-channel": Example("algorithm: {name: ring}", "algorithm: {name: ring, channels: all}"),
        "assumed-messages": Example(
            "{alpha: 8 us, bandwidth: 48 GB/s}", "{alpha: 8 us, bandwidth: 48 GB/s, messages: 0.3 us}"
        ),
        "assumed-alone": Example("dp: {shape: [1, 8]}", "dp: {shape: [1, 8], at_once: {node: 8}}"),
        "idle-cut": Example("exclusive: {bandwidth: 40 TB/s}", "exclusive: {bandwidth: 360 GB/s}"),
        "falling-time": Example(
            "only: [{sizes: 1 MiB .. 1 GiB, alpha: 2 us}]", "only: [{sizes: 1 MiB .. 1 GiB, alpha: 8 us}]"
        ),
        "contradicts": Example(
            "limit: {at_most: 5 ms} … limit: {at_least: 10 ms}", "limit: {at_most: 10 ms} … limit: {at_least: 5 ms}"
        ),
        "void": Example("limit: {at_most: 5 ms} … limit: {at_most: 9 ms}", "limit: {at_most: 5 ms}"),
        "wrong-direction": Example(
            "metric: {name: busbw}, limit: {at_most: 40 GB/s}", "metric: {name: busbw}, limit: {at_least: 40 GB/s}"
        ),
        "beyond-budget": Example("exposed_communication: 1 %", "exposed_communication: 20 %"),
        "above-need": Example("limit: {at_most: estimate.conservative}", "limit: {derive: budget}"),
        "untested-assumption": Example("priority: should", "priority: must"),
        "statistic-of-a-mean": Example(
            "statistic: p99, limit: {at_most: estimate.conservative}",
            "statistic: p99, limit: {at_most: 20 ms, at: 64 MiB}",
        ),
        "growing-overlap": Example("overlap: [0.8, 0.3]", "overlap: {window: 12 ms}"),
        "alone-in-cuts": Example("condition: [multi_group]", "condition: [multi_group], at_once_with: [gradients]"),
        "default-knee": Example("platform: {name: pod}", "platform: {name: pod, knee: {k: [0, 1.3], from: bench}}"),
        "kernel-start-up": Example(
            "launch: {time: 5 us}", "launch: {time: 5 us, only: [{collective: all_to_all_v, time: 25 us}]}"
        ),
        "extrapolated": Example("valid: {ranks: 2 .. 64} … size: 512", "valid: {ranks: 2 .. 512}"),
        "vague": Example("statement: sufficient bandwidth", "statement: 40 GB/s or more"),
        "tbd": Example("note: TBD", "note: TBD … open_points: {Q1: {text: AR-01, owner: NIC team}}"),
        "numbers-differ": Example("{zh: 至多 5 ms, en: at most 6 ms}", "{zh: 至多 5 ms, en: at most 5 ms}"),
        "translation": Example("title: {en: Gradients}", "title: {zh: 梯度, en: Gradients}"),
        "modal": Example("statement: the call must be logged", "statement: the call is logged"),
        "id-reused": Example("AR-01 … AR.01", "AR-01 … AR-02"),
        "open-points": Example("status: released, open_points: {Q1: ...}", "status: released"),
        "no-owner": Example("document: {id: X}", "document: {id: X, owner: Training framework}"),
        "no-approver": Example("status: review", "status: review, approvers: [Architect]"),
        "no-date": Example("status: released", "status: released, date: 2026-11-30"),
        "idle-successor": Example("status: released, superseded_by: '2.0'", "status: withdrawn, superseded_by: '2.0'"),
        "not-frozen": Example("status: review", "status: review, frozen: !include limits.yaml"),
        "idle-frozen": Example("frozen: {AR-99/...: 5 ms}", "frozen: {AR-01/...: 5 ms}"),
        "idle-waiver": Example("waive: [{rule: void, reason: r}]", "waive: []"),
    }
)
