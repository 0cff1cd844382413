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
            "metric: {statistic: p99}, test: {iterations: 100}", "metric: {statistic: p99}, test: {iterations: 300}"
        ),
        "few-repeats": Example("test: {repeats: 3}", "test: {repeats: 5}"),
        "few-sizes": Example("sweep: {sizes: [1 MiB, 4 MiB]}", "sweep: {sizes: 1 MiB .. 64 MiB}"),
        "no-dtype": Example(
            "tensor: {bytes: 256 MiB, semantics: input}", "tensor: {bytes: 256 MiB, dtype: bf16, semantics: input}"
        ),
        "no-redop": Example("collective: all_reduce", "collective: all_reduce, redop: sum"),
        "no-tool": Example("test: {tool: my_bench}", "test: {tool: my_bench, command: my_bench -n 1000}"),
        "tool-statistic": Example(
            "metric: {statistic: p99}, test: {tool: nccl-tests}", "metric: {statistic: p99}, test: {tool: kit}"
        ),
        "tool-collective": Example("collective: p2p, test: {tool: hccl_test}", "collective: p2p, test: {tool: kit}"),
        "tool-skew": Example(
            "sweep: {skews: [1.5]}, test: {tool: nccl-tests}", "sweep: {skews: [1.5]}, test: {tool: kit}"
        ),
        "no-responsible": Example("priority: must", "priority: must, responsible: [library, nic]"),
        "no-rationale": Example("priority: must", "priority: must, rationale: each layer waits for it"),
        "no-evidence": Example("item: other", "item: other, evidence: a log of the run"),
        "no-pass-rule": Example("item: other", "item: other, pass: every call of a step is in the log"),
        "no-quantity": Example("limit: {at_most: 60 s}", "limit: {at_most: 60 s}, quantity: time to the first step"),
        "no-load": Example(
            "sweep: {conditions: [multi_group]}",
            "sweep: {conditions: [multi_group]}, test: {load: AllGather on the other groups}",
        ),
        "idle-load": Example(
            "sweep: {conditions: [exclusive]}, test: {load: matrix products}",
            "sweep: {conditions: [with_compute]}, test: {load: matrix products}",
        ),
        "holds-by-construction": Example(
            "against: exclusive, sweep: {conditions: [exclusive]}",
            "against: exclusive, sweep: {conditions: [multi_group]}",
        ),
        "no-check": Example("test: {check: false}", "test: {check: true}"),
        "two-nodes": Example("sweep: {groups: [two_nodes]}", "sweep: {groups: [eight_nodes]}"),
        "nodes-min": Example("test: {nodes_min: 64}", "test: {nodes_min: 8}"),
        "scaling-sizes": Example(
            "sweep: {sizes: [64 MiB], groups: [g8, g16, g32]}", "sweep: {sizes: [64 MiB], groups: [g8, g16, g24, g9]}"
        ),
        "below-cut": Example("limit: {at_most: 1 ms, at: 1 GiB}", "limit: {at_most: 30 ms, at: 1 GiB}"),
        "below-floor": Example("limit: {at_most: 1 us, at: 64 B}", "limit: {at_most: 90 us, at: 64 B}"),
        "outside-interval": Example("limit: {at_most: 500 ms, at: 1 MiB}", "limit: {at_most: estimate.conservative}"),
        "wide-interval": Example("alpha: [8 us, 60 us]", "alpha: [8 us, 14 us]"),
        "above-ceiling": Example(
            "metric: {name: busbw}, limit: {at_least: 500 GB/s}", "metric: {name: busbw}, limit: {at_least: 40 GB/s}"
        ),
        "above-link": Example(
            "link: {rate: 400 Gbit/s, per: rank}, exclusive: {alpha: 8 us, bandwidth: 60 GB/s, per: rank}",
            "link: {rate: 400 Gbit/s, per: rank}, exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank}",
        ),
        "beyond-any-link": Example("bandwidth: 48 PB/s", "bandwidth: 48 GB/s"),
        "impossible-skew": Example("skew: [1, 100]", "skew: [1, 1.5]"),
        "no-spread": Example("test: {max_spread: 0 %}", "test: {max_spread: 5 %}"),
        "no-source": Example(
            "exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank}",
            "exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank, from: bench}",
        ),
        "split-call": Example("calls: 5, per_step: 1", "calls: 5, per_step: 2"),
        "unknown-report": Example("reports: [algorithm, pathh]", "reports: [algorithm, path]"),
        "idle-ports": Example(
            "wiring: switch, link: {rate: 224 GB/s, per: rank, ports: 7}",
            "wiring: mesh, link: {rate: 224 GB/s, per: rank, ports: 7}",
        ),
        "shared-nic": Example(
            "exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: node}",
            "exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank}",
        ),
        "wide-start-up": Example(
            "exclusive: {alpha: [8 us, 30 us], bandwidth: 48 GB/s, per: rank}",
            "exclusive: {alpha: [8 us, 10 us], messages: [0 us, 0.5 us], bandwidth: 48 GB/s, per: rank}",
        ),
        "idle-at-once": Example(
            "operations: {gradients: {at_once_with: [exchange]}}",
            "operations: {gradients: {at_once_with: [exchange]}}, "
            "platform: {cuts: {nics: {boundary: node, exclusive: {bandwidth: 360 GB/s}}}}",
        ),
        "one-channel": Example("algorithm: {name: ring}", "algorithm: {name: ring, channels: all}"),
        "assumed-messages": Example(
            "exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank}",
            "exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: rank, messages: 0.3 us}",
        ),
        "assumed-alone": Example("dp: {shape: [1, 8]}", "dp: {shape: [1, 8], at_once: {node: 8}}"),
        "idle-cut": Example(
            "uplink: {boundary: node, exclusive: {bandwidth: 40 TB/s}}",
            "uplink: {boundary: node, exclusive: {bandwidth: 360 GB/s}}",
        ),
        "falling-time": Example(
            "only: [{sizes: 1 B .. 1 MiB, alpha: 30 us, bandwidth: 48 GB/s, per: rank}]",
            "only: [{sizes: 1 B .. 1 MiB, alpha: 7 us, bandwidth: 48 GB/s, per: rank}]",
        ),
        "contradicts": Example(
            "AR-01: {limit: {at_least: 40 GB/s}}, AR-02: {limit: {at_most: 39 GB/s}}",
            "AR-01: {limit: {at_least: 40 GB/s}}, AR-02: {limit: {at_most: 50 GB/s}}",
        ),
        "void": Example(
            "A-01: {limit: {at_most: 6 ms}}, A-02: {limit: {at_most: 9 ms}}",
            "A-01: {limit: {at_most: 6 ms}}",
        ),
        "wrong-direction": Example(
            "metric: {name: busbw}, limit: {at_most: 40 GB/s}", "metric: {name: busbw}, limit: {at_least: 40 GB/s}"
        ),
        "beyond-budget": Example("exposed_communication: 0.1 %", "exposed_communication: 20 %"),
        "above-need": Example("limit: {at_most: estimate.conservative}", "limit: {derive: budget}"),
        "untested-assumption": Example("priority: should", "priority: must"),
        "statistic-of-a-mean": Example(
            "metric: {statistic: p99}, limit: {at_most: estimate.conservative}",
            "metric: {statistic: p99}, limit: {at_most: 20 ms, at: 64 MiB}",
        ),
        "growing-overlap": Example("overlap: [0.8, 0.8]", "overlap: {window: 12 ms}"),
        "alone-in-cuts": Example("condition: [multi_group]", "condition: [multi_group], at_once_with: [gradients]"),
        "default-knee": Example("platform: {name: pod}", "platform: {name: pod, knee: {k: [0, 1.3], from: bench}}"),
        "kernel-start-up": Example(
            "launch: {time: 5 us}", "launch: {time: 5 us, only: [{collective: all_to_all_v, time: 25 us}]}"
        ),
        "extrapolated": Example("valid: {ranks: 2 .. 32}", "valid: {ranks: 2 .. 64}"),
        "vague": Example("statement: sufficient bandwidth", "statement: 40 GB/s or more"),
        "tbd": Example("note: TBD", "note: the NIC team says by 2026-12-15"),
        "numbers-differ": Example(
            "title: {zh: 至多 5 ms, en: at most 6 ms}", "title: {zh: 至多 5 ms, en: at most 5 ms}"
        ),
        "translation": Example("title: {en: Gradients}", "title: {zh: 梯度, en: Gradients}"),
        "modal": Example("statement: the call must be logged", "statement: the call is logged"),
        "id-reused": Example(
            "AR-01: {kind: collective_time}, ar_01: {kind: collective_time}",
            "AR-01: {kind: collective_time}, AR-02: {kind: collective_time}",
        ),
        "open-points": Example(
            "document: {status: released}, open_points: {q1: {text: which NIC, owner: NIC team}}",
            "document: {status: review}, open_points: {q1: {text: which NIC, owner: NIC team}}",
        ),
        "no-owner": Example("document: {id: X}", "document: {id: X, owner: Training framework}"),
        "no-approver": Example("status: review", "status: review, approvers: [Architect]"),
        "no-date": Example("status: released", "status: released, date: 2026-11-30"),
        "idle-successor": Example("status: released, superseded_by: '2.0'", "status: withdrawn, superseded_by: '2.0'"),
        "not-frozen": Example(
            "document: {status: review}",
            "document: {status: review}, frozen: {AR-01/dp/exclusive/skew=1/at_once=1/n=1048576: 5 ms}",
        ),
        "idle-frozen": Example(
            "frozen: {AR-99/dp/exclusive/skew=1/at_once=1/n=1048576: 5 ms}",
            "frozen: {AR-01/dp/exclusive/skew=1/at_once=1/n=1048576: 5 ms}",
        ),
        "idle-waiver": Example("waive: [{rule: void, reason: one lab}]", "waive: []"),
    }
)
"""Every rule has an example, in keys that the language has: what stands between the braces of a mapping."""
