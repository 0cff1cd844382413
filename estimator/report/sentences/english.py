"""The English words and sentence templates of requirements: one template a kind, one modal verb a template."""

from __future__ import annotations

from estimator.report.sentences.wording import Wording

EN = Wording(
    kinds={
        "latency_floor": (
            "For {work} with small messages ({sizes}) on group {place}{load}, {who} {must} achieve {demand}{rest}."
        ),
        "latency_floor.still": "For one {work} on group {place}{load}, {who} {must} achieve {demand}{rest}.",
        "large_message_bandwidth": (
            "For {work} with large messages ({sizes}) on group {place}{load}, {who} {must} achieve {demand}{rest}."
        ),
        "half_bandwidth_size": (
            "For {work} on group {place}{load}, {who} {must} reach {share} of the plateau bandwidth with messages of "
            "{limit} or less{rest}."
        ),
        "no_dip_curve": (
            "As the message of {work} grows from {first} to {last} on group {place}{load}, {who} {must} keep the loss "
            "of bus bandwidth from one size to the next at {limit} or less{rest}."
        ),
        "collective_time": "For one call of {call} on group {place}{load}, {who} {must} achieve {demand}{rest}.",
        "scaling": (
            "With the group changed from {base} to {groups}{load}, {who} {must} keep the bus bandwidth of {call} at "
            "{limit} of the base group's or more{rest}."
        ),
        "hierarchical_efficiency": (
            "For one call of {call} on group {place}{load}, {who} {must} stay within {limit}the modelled time of "
            "algorithm {algorithm}{counters}{rest}."
        ),
        "cut_ratio": (
            "For one call of {call} on group {place}{load}, {who} {must} stay within {limit}the time that the bytes "
            "crossing {cut} need{rest}."
        ),
        "concurrency_slowdown": (
            "With {at_once:group} of kind {place} running {call} at once{load}, {who} {must} stay within {limit}the "
            "time of one group alone{rest}."
        ),
        "concurrency_slowdown.condition": (
            "For one call of {call} on group {place}{load}, {who} {must} stay within {limit}the time that it takes "
            "{beside}{rest}."
        ),
        "tail_ratio": (
            "For {call} on group {place}{load}, {who} {must} keep the {statistic} of the time within {limit}its "
            "{over}{rest}."
        ),
        "skewed_all_to_all_v": (
            "For one call of {call} on group {place}{load}, its load drawn from {generator} with seed {seed}{zero}, "
            "{who} {must} achieve {demand}{rest}."
        ),
        "skewed_all_to_all_v.ratio": (
            "For one call of {call} on group {place}{load}, its load drawn from {generator} with seed {seed}{zero}, "
            "{who} {must} stay within {limit}the time of an even load{rest}."
        ),
        "no_fixed_length_all_to_all": (
            "For one call of {call} on group {place}{load}, {who} {must} send the real lengths instead of padding them "
            "to the longest message, and keep the bytes on the wire within {limit}the bytes needed{rest}."
        ),
        "compute_overlap": (
            "With {compute} running beside {call} on group {place}{under}, {who} {must} hide {limit} of the "
            "communication time or more{cores}{rest}."
        ),
        "algorithm_report": "For every call of {work}, {who} {must} report in machine-readable form: {reports}.",
        "fit_quality": (
            "With α and B fitted to {work} over {sizes} on group {place}{load}, {who} {must} show that the predicted "
            "{predicts} is within {limit} of the measured one{trace}{rest}."
        ),
        "fit_quality.step": (
            "With α and B fitted to the sweeps of this document, {who} {must} show that the predicted {predicts} is "
            "within {limit} of the measured one{trace}{rest}."
        ),
        "weight_sync": (
            "To bring {bytes} of new weights to {instances:rollout instance} of {devices:device} each{load}, "
            "{who} {must} finish within {limit}{rest}."
        ),
        "capability": "{who} {must} provide {item}{scope}: {statement}{bounded}.",
    },
    items={
        "dtype_coverage": "coverage of element types",
        "redop_coverage": "coverage of reductions",
        "topology_query": "a topology query",
        "algorithm_override": "selection of the algorithm",
        "profiling_hooks": "profiling hooks",
        "determinism": "determinism",
        "group_count": "the stated number of groups",
        "group_creation": "group creation within a stated time",
        "arbitrary_subsets": "groups of arbitrary ranks",
        "concurrent_groups": "groups that run at once",
        "recovery": "recovery from faults",
        "graph_capture": "graph capture",
        "device_initiated": "device-initiated calls",
        "buffer_footprint": "a bounded buffer footprint",
        "numerical_accuracy": "numerical accuracy",
        "versioning": "a record of versions",
        "other": "the following",
    },
    modal={"must": "must", "should": "should", "may": "may"},
    who={
        "library": "the communication library",
        "runtime": "the runtime",
        "compiler": "the compiler",
        "driver": "the driver",
        "nic": "the NIC",
        "switch": "the switch",
        "asic": "the ASIC",
        "framework": "the training framework",
        "": "the supplier",
    },
    condition={
        "exclusive": "with no other operation running",
        "multi_group": "with other groups running",
        "with_compute": "while training compute runs",
    },
    statistic={"mean": "mean", "p50": "median", "min": "minimum", "max": "maximum"}
    | {name: name for name in ("p90", "p95", "p99", "p99.9")},
    metric={
        "time": "time",
        "alpha": "start-up time α",
        "algbw": "algorithm bandwidth",
        "busbw": "bus bandwidth",
        "size": "half-bandwidth size",
    },
    relative={
        "condition": "T ÷ T({name})",
        "at_once": "T(at once) ÷ T({value} group)",
        "group": "busbw ÷ busbw({name})",
        "size": "1 − busbw(n) ÷ busbw(size before)",
        "skew": "T(skew) ÷ T(even)",
        "statistic": "{statistic}(T) ÷ {name}(T)",
        "cut": "T ÷ (D_cut ÷ B_cut)",
        "model": "T ÷ T_model",
        "bytes": "bytes on the wire ÷ bytes needed",
        "alone": "hidden time ÷ communication time",
        "plateau": "n at {share} of the plateau",
        "fit": "|predicted − measured| ÷ measured {name}",
    },
    report={
        "algorithm": "algorithm",
        "protocol": "protocol",
        "channels": "channels",
        "path": "actual path",
        "busbw": "bus bandwidth",
        "end_to_end_time": "end-to-end time",
        "tail_latency": "tail latency",
    },
    phrase={
        "at_most": "a {statistic} {metric} of {limit} or less",
        "at_least": "a {statistic} {metric} of {limit} or more",
        "plain_at_most": "a {metric} of {limit} or less",
        "plain_at_least": "a {metric} of {limit} or more",
        "times": "{factor} times ",
        "once": "",
        "about": "{what} ({about})",
        "own_condition": "under condition {name}",
        "made_by": "load: {load}",
        "place": "{group} ({what})",
        "even": "{nodes:node} × {ranks:rank}",
        "rails": "{nodes:node} × 1 rank",
        "one_node": "{ranks:rank} of one node",
        "uneven": "{ranks:rank} on {nodes:node}",
        "hosts": "{hosts:host}",
        "load": ", {conditions}{skew}",
        "under": ", {condition}",
        "skew": " and a skew of {skew}",
        "one_size": "{size}",
        "range": "{first} to {last}",
        "curve": "the whole sweep",
        "with_tolerance": ", with a tolerance of {tolerance}",
        "rest": "; each of {count} more cells has a limit of its own",
        "rest_one": "; one more cell has a limit of its own",
        "same": "; the same limit holds in {count} more cells",
        "same_one": "; the same limit holds in one more cell",
        "open": "no limit",
        "counters": ", the bytes between nodes read from the NIC counters",
        "trace": ", checked by a trace of the step",
        "zero": ", {peers:rank} getting nothing",
        "step_time": "step time",
        "operation_time": "time of the operation",
        "compute": "training compute",
        "cores": ", with communication on {cores:compute core} or fewer",
        "named_cut": "the cut {cut}",
        "any_cut": "the tightest cut",
        "bounded_at_most": " ({limit} or less)",
        "bounded_at_least": " ({limit} or more)",
        "of_bounded_at_most": " ({of}: {limit} or less)",
        "of_bounded_at_least": " ({of}: {limit} or more)",
        "scope": " ({what})",
        "every": "a collective",
        "iterations": "warm-up {warmup}, {iterations:iteration}, {repeats:repeat}",
        "ranks_slowest": "slowest rank",
        "ranks_best": "best rank",
        "ranks_worst": "worst rank",
        "ranks_mean": "mean over ranks",
        "ranks_fastest": "fastest rank",
        "repeats_worst": "worst repeat",
        "repeats_median": "median repeat",
        "repeats_mean": "mean of repeats",
        "in_place": "in place",
        "out_of_place": "out of place",
        "registered": "registered buffer",
        "symmetric": "symmetric buffer",
        "plain": "plain buffer",
        "checked": "results checked",
        "unchecked": "results not checked",
        "tolerance": "tolerance {tolerance}",
        "nodes_min": "at least {nodes:node}",
        "few_nodes": "fewer than three nodes will do",
        "max_spread": "spread of repeats {spread} or less",
        "duration": "{duration} or longer",
        "launch_host": "launched by the host",
        "launch_device": "launched by the device",
        "launch_graph": "launched from a graph",
        "placement_packed": "ranks packed",
        "placement_strided": "ranks strided as in the layout",
        "placement_worst_distance": "ranks as far apart as they can be",
        "placement_rank_list": "ranks by list",
        "cells": "{count} cells",
        "of_rank": "the group of rank {rank}",
        "skewed": "skew {skew}",
        "list": "; ",
    },
    comma=", ",
    both=" and ",
    aside=", ",
    spaced=False,
)
