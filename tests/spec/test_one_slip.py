"""One slip, one message: what rests on a broken part says nothing, whatever the part is."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import yaml

from tests.spec.examples import messages, varied

TORUS = """commspec: 1
document: {id: T, version: "0.1", title: torus, owner: us}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: slice
  host: {x: 2, y: 2}
  levels:
    - {name: x, ranks: 8, of: 16, wrap: 4, path: ici}
    - {name: y, ranks: 64, of: 16, wrap: 4, path: ici}
    - {name: z, ranks: 1024, path: ici}
  launch: {time: [0 us, 5 us], from: talk}
  paths:
    ici:
      wiring: ring
      link: {rate: 200 GB/s, per: rank, ports: 2, from: talk}
      exclusive: {alpha: 1 us, bandwidth: 180 GB/s, per: rank, hop: 1 us, messages: 0 us, from: talk}
      with_compute: {alpha: 1 us, bandwidth: 148 GB/s, per: rank, from: talk}
layout: {order: tp-cp-ep-dp-pp, world: 1024, tp: 8}
model: {hidden: 8192, layers: 80, ffn: 28672, kv_width: 1024, kv_heads: 8, vocabulary: 128256}
training: {sequence: 8192, micro_batches: 8}
groups:
  tp: {from_layout: tp}
  dp: {from_layout: dp_cp}
  slice: {shape: [8, 8, 16]}
operations:
  gather: {from_model: tp_all_gather, algorithm: {name: torus_ring, channels: all}, overlap: [50 %, 0 %]}
  scatter: {from_model: tp_reduce_scatter, algorithm: torus_ring}
  gradient: {from_model: dense_gradient, algorithm: torus_ring}
  norm:
    collective: all_reduce
    group: slice
    tensor: {bytes: 1 MiB, semantics: input}
    algorithm: torus_ring
    condition: [exclusive, with_compute]
requirements:
  R-01: {kind: collective_time, title: time of the gradient, operation: gradient, limit: {at_most: 1 s}}
  R-02: {kind: collective_time, title: of the norm, operation: norm, sweep: {groups: [slice]}, limit: {at_most: 1 s}}
"""
SEVERAL = {
    ("layout", "tp"),  # three kinds of traffic do not exist without it
}
"""Keys that change what a spec means where they are missing."""


def keys(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, item in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if isinstance(key, str):
            yield (*path, key)
        yield from keys(item, (*path, key))


def changed(path: tuple[Any, ...], key: str | None) -> str:
    """The spec with one key under another name, or without it."""
    data = deepcopy(yaml.safe_load(TORUS))
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    entries = list(holder.items())
    holder.clear()
    holder.update({key if old == path[-1] else old: value for old, value in entries if old != path[-1] or key})
    return yaml.safe_dump(data, sort_keys=False)


ALL = list({path[-1]: path for path in keys(yaml.safe_load(TORUS))}.values())
"""A place of every key."""


def test_the_spec_is_in_order_and_its_keys_are_found() -> None:
    assert messages(TORUS) == []
    assert len(ALL) > 60


@pytest.mark.parametrize("path", ALL[::2], ids=lambda path: ".".join(map(str, path)))
def test_a_misspelt_key_is_one_message_at_most(path: tuple[Any, ...]) -> None:
    assert len(messages(changed(path, f"{path[-1]}x"))) <= 1


@pytest.mark.parametrize(
    "path", [path for path in ALL[1::2] if path not in SEVERAL], ids=lambda path: ".".join(map(str, path))
)
def test_a_missing_key_is_one_message_at_most(path: tuple[Any, ...]) -> None:
    assert len(messages(changed(path, None))) <= 1


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "of: 16, wrap: 4, path: ici}",
            "of: 16, wrap: 4, path: icx}",
            "levels[0].path: there is no path 'icx'; did you",
        ),
        ("wiring: ring", "wiring: rnig", "paths.ici.wiring: 'rnig' is not known here; did you mean ring"),
        ("wiring: ring", "wiring: switch", "wrap: ici is no ring"),
        (
            "ranks: 8, of",
            "ranks: 57, of",
            "levels[0].ranks: 64 ranks of y are no whole number of x of 57; write a divisor",
        ),
        ("wrap: 4, path: ici}\n    - {name: z", "wrap: x, path: ici}\n    - {name: z", "levels[1].wrap: 'x'"),
        ("bandwidth: 180 GB/s", "bandwidth: 180 gb/s", "could be bits or bytes"),
        ("{from_layout: tp}", "{from_layout: tpp}", "groups.tp.from_layout: 'tpp' is no kind of group"),
        ("{shape: [8, 8, 16]}", "{shape: [8, 8, 17]}", "groups.slice.shape: 17 units of y in z"),
        ("[exclusive, with_compute]", "[exclusive, '@@']", "'@@' is no condition"),
        ("world: 1024", "world: 2048", "layout.world: 2048 ranks are more than the platform's 1024"),
        ("  ici:\n", "  icx:\n", "there is no path 'ici', which 3 places name; did you mean icx?"),
        ("tp: {from_layout: tp}\n  ", "", "no groups come from the layout's tp"),
    ],
)
def test_one_slip_is_one_message(old: str, new: str, what: str) -> None:
    assert old in TORUS
    found = messages(TORUS.replace(old, new, 1))
    assert len(found) == 1, found
    assert what in found[0]


def test_a_slip_behind_an_anchor_is_told_once() -> None:
    shared = TORUS.replace("R-01: {", "R-01: {test: &plain {warmup: many}, ").replace(
        "R-02: {", "R-02: {test: *plain, "
    )
    found = messages(shared)
    assert len(found) == 1
    assert "warmup: 'many' is not a whole number" in found[0]


def test_what_is_wrong_whatever_the_machine_is_told_beside_a_mistake_in_it() -> None:
    text = varied("nodes: 512", "nodes: many", "size: 64, ranks_per_node: 8", "size: 48, ranks_per_node: 8")
    found = messages(text.replace("{name: hierarchical_rail, also: [pairwise]}", "{name: pairwise_xor}"))
    assert len(found) == 2
    assert "platform.nodes" in found[0]
    assert "pairwise_xor cannot run on group ep: it needs powers of two" in found[1]


def test_a_group_that_says_nothing_is_told_beside_a_broken_machine() -> None:
    text = SHARED.replace("nodes: 8", "nodes: many").replace("  ep: {from_layout: ep}", "  ep:")
    found = messages(text)
    assert [any(what in line for line in found) for what in ("platform.nodes", "groups.ep: no value")] == [True, True]


def test_a_wrong_kind_hides_nothing_of_its_requirement_even_beside_a_misspelt_key() -> None:
    text = SHARED.replace("kind: collective_time, title: gather", "kind: time, title: gather")
    text = text.replace("limit: {at_most: 1 s}}\n  R-02", "limit: {at_most: 1 usec}}\n  R-02")
    for slip in (text, text.replace("title: dispatch", "titel: dispatch")):
        found = messages(slip)
        assert sum("R-01.kind: 'time' is no kind; write collective_time" in line for line in found) == 1
        assert sum("R-01.limit.at_most: '1 usec' has an unknown unit" in line for line in found) == 1


def test_mistakes_that_hang_on_a_guess_are_not_told() -> None:
    """`sise` may mean size, which would not go with from_layout: only the key that is there for sure is told."""
    found = messages(TORUS.replace("{from_layout: tp}", "{from_layout: tp, sise: 8}"))
    assert len(found) == 1
    assert "groups.tp.sise: unknown key; did you mean size?" in found[0]


SHARED = """commspec: 1
document: {id: M, version: "0.1", title: mixture, owner: us}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: pod
  ranks_per_node: 8
  nodes: 8
  paths:
    up:
      location: intra_node
      link: {rate: 450 GB/s, per: rank, from: talk}
      exclusive: {alpha: 3 us, efficiency: [0.9, 0.8], from: talk}
      with_compute: {alpha: 3 us, efficiency: [0.8, 0.7], from: talk}
    out:
      location: inter_node
      exclusive: {alpha: 5 us, bandwidth: 45 GB/s, per: rank, from: talk}
      with_compute: {alpha: 5 us, bandwidth: 40 GB/s, per: rank, from: talk}
layout: {order: tp-cp-ep-dp-pp, world: 64, tp: 4, ep: 16, etp: 1}
moe: {experts: 64, top_k: 4}
model: {hidden: 1024, layers: 8, ffn: 4096, expert_ffn: 512, kv_width: 256, vocabulary: 32000}
training: {sequence: 4096, micro_batches: 4}
groups:
  tp: {from_layout: tp}
  ep: {from_layout: ep}
  dp: {from_layout: dp_cp}
operations:
  gather: {from_model: tp_all_gather, algorithm: ring, overlap: [0.5, 0]}
  scatter: {from_model: tp_reduce_scatter, algorithm: ring}
  dispatch: {from_model: moe_dispatch, algorithm: pairwise, copies: per_expert, skew: [1.0, 1.5]}
  combine: {from_model: moe_combine, algorithm: pairwise, copies: per_rank}
  gradient: {from_model: dense_gradient, algorithm: ring}
requirements:
  R-01: {kind: collective_time, title: gather, operation: gather, sweep: {groups: [tp]}, limit: {at_most: 1 s}}
  R-02: {kind: collective_time, title: dispatch, operation: dispatch, limit: {at_most: 1 s}}
"""


def test_the_mixture_is_in_order() -> None:
    assert messages(SHARED) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("rate: 450 GB/s, ", "", "paths.up.link.rate: is missing; add rate"),
        ("rate: 450 GB/s", "rat: 450 GB/s", "paths.up.link.rat: unknown key; did you mean rate?"),
        ("rate: 450 GB/s", "speed: 450 GB/s", "paths.up.link.speed: unknown key; did you mean rate?"),
        ("rate: 450 GB/s", "rate: 450 gb/s", "paths.up.link.rate: '450 gb/s' could be bits or bytes"),
        ("per: rank, from: talk}\n      exclusive: {alpha: 3 us, eff", "per: rnk, from: talk}\n      exclusive: "
         "{alpha: 3 us, eff", "paths.up.link.per: per: rnk"),
        ("      link: {rate: 450 GB/s, per: rank, from: talk}\n", "", "paths.up.link: an efficiency is a share of the"),
        (" ep: 16,", "", "layout.ep: ep is 1, so that nothing is sent by dispatch (moe_dispatch) and combine"),
        (" tp: 4,", " tp: 1,", "layout.tp: tp is 1, so that nothing is sent by gather (tp_all_gather) and scatter"),
        ("moe: {experts: 64, top_k: 4}\n", "", "the spec has no moe, which 3 places need; add moe: {experts"),
        ("  tp: {from_layout: tp}\n", "", "there is no group 'tp'; add groups: {tp: {from_layout: tp}}"),
        ("model: {", "modl: {", "modl: unknown key; did you mean model?"),
        ("world: 64", "world: 60", "layout.world: 60 ranks do not fill the expert grid"),
        ("gradient: {from_model: dense_gradient, algorithm: ring}", "gradient: [ring]",
         "gradient: a list is no mapping"),
    ],
)  # fmt: skip
def test_one_slip_in_what_others_rest_on_is_one_message(old: str, new: str, what: str) -> None:
    assert old in SHARED
    found = messages(SHARED.replace(old, new, 1))
    assert len(found) == 1, found
    assert what in found[0]


def test_what_rests_on_a_broken_layout_is_checked_all_the_same() -> None:
    """A world that fills no grid leaves no traffic, yet each of these five stands on its own."""
    slips = {
        "world: 64": "world: 60",
        "from_model: tp_all_gather": "from_model: tp_allgather",
        "skew: [1.0, 1.5]": "skew: [1.5, 1.0]",
        "copies: per_rank": "copys: per_rank",
        "from_model: dense_gradient, algorithm: ring": "from_model: dense_gradient, algorithm: rnig",
        "dp: {from_layout: dp_cp}": "dp: {from_layout: dp_cp, titel: x}",
    }
    text = SHARED
    for old, new in slips.items():
        assert old in text
        text = text.replace(old, new, 1)
    found = messages(text)
    assert len(found) == len(slips), found
    for what in ("layout.world", "groups.dp.titel", "did you mean tp_all_gather?", "dispatch.skew", "copys", "ring?"):
        assert sum(what in line for line in found) == 1, what
