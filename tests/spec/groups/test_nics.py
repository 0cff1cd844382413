"""A group on units that are physically there, beyond the slice: `nics` of an outer path name none of their ranks."""

from tests.spec.examples import messages

TEXT = """commspec: 1
document: {id: T, version: "0.1", title: a slice with shared NICs, owner: us}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: half of a ring
  ranks_per_host: 4
  levels: [{name: ring, ranks: 4, of: 8, path: link}, {name: machine, ranks: 16, path: net}]
  paths:
    link: {wiring: ring, exclusive: {alpha: 1 us, bandwidth: 90 GB/s, per: rank, from: talk}}
    net: {nics: 2, exclusive: {alpha: 8 us, bandwidth: 48 GB/s, per: nic, from: talk}}
groups: {wide: {shape: [4, 4], stride: {ring: 2}, at_once: {ring: 2}}}
operations:
  o: {collective: all_gather, group: wide, tensor: {bytes: 1 MiB, semantics: output}, algorithm: ring}
"""


def test_a_rank_without_a_nic_is_told_and_not_looked_up() -> None:
    (found,) = messages(TEXT)
    assert "groups.wide.stride: unit 6 of ring has no NIC: the nics of net are those of 4" in found
    assert messages(TEXT.replace("stride: {ring: 2}, at_once", "at_once")) == []
    assert messages(TEXT.replace("nics: 2, ", "").replace("per: nic", "per: rank")) == []


def test_a_misspelt_level_of_at_once_is_one_message() -> None:
    (found,) = messages(TEXT.replace("stride: {ring: 2}, at_once: {ring: 2}", "at_once: {rnig: 2}"))
    assert "groups.wide.at_once.rnig: there is no level rnig; did you mean ring?" in found
