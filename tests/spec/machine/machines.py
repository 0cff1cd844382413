"""Machines of several levels as their authors write them, and specs around them."""

from __future__ import annotations

HEAD = """commspec: 1
document: {id: T, version: "0.1", title: machine, owner: us}
sources: {talk: {basis: assumed, text: example, date: "2026-01-15"}}
"""
TAIL = """operations:
  sync:
    collective: all_reduce
    group: all
    tensor: {bytes: 1 GiB, semantics: input}
    algorithm: ring
"""
MESH = """
  ranks_per_host: 8
  levels: [{name: box, ranks: 8, path: hccs}, {name: cluster, ranks: 4096, path: roce}]
  paths:
    hccs: {wiring: mesh, link: {rate: 196 GB/s, per: rank, ports: 7, from: talk},
           exclusive: {alpha: 4 us, bandwidth: 175 GB/s, one_peer: 24 GB/s, per: rank, from: talk}}
    roce: {exclusive: {alpha: 9 us, bandwidth: 24 GB/s, per: rank, from: talk}}
"""
RAILS = """
  ranks_per_host: 8
  levels: [{name: node, ranks: 8, path: nvl}, {name: leaf, ranks: 256, path: rail},
           {name: fabric, ranks: 4096, path: spine}]
  paths:
    nvl: {exclusive: {alpha: 3 us, bandwidth: 360 GB/s, per: rank, from: talk}}
    rail: {wiring: rails, exclusive: {alpha: 5 us, bandwidth: 48 GB/s, per: rank, from: talk}}
    spine: {through: rail, exclusive: {alpha: 7 us, bandwidth: 6144 GB/s, per: leaf, from: talk}}
"""
RACKS = """
  ranks_per_host: 4
  levels: [{name: rack, ranks: 72, path: nvl}, {name: fabric, ranks: 1440, path: ib}]
  paths:
    nvl: {exclusive: {alpha: 3 us, bandwidth: 700 GB/s, per: rank, from: talk}}
    ib: {exclusive: {alpha: 9 us, bandwidth: 45 GB/s, per: rank, from: talk}}
"""
DIES = """
  ranks_per_host: 16
  levels: [{name: package, ranks: 2, path: sio}, {name: pod, ranks: 384, path: ub},
           {name: cluster, ranks: 3072, path: rdma}]
  paths:
    sio: {exclusive: {alpha: 1 us, bandwidth: 224 GB/s, per: rank, from: talk}}
    ub: {exclusive: {alpha: 2 us, bandwidth: 180 GB/s, per: rank, from: talk}}
    rdma: {exclusive: {alpha: 8 us, bandwidth: 25 GB/s, per: rank, from: talk}}
"""
TORUS = """
  host: {x: 2, y: 2}
  levels: [{name: x, ranks: 8, of: 16, wrap: 4, path: ici}, {name: y, ranks: 64, of: 16, wrap: 4, path: ici},
           {name: z, ranks: 1024, path: ici}]
  paths:
    ici: {wiring: ring, link: {rate: 100 GB/s, per: rank, ports: 2, from: talk},
          exclusive: {alpha: 1 us, bandwidth: 90 GB/s, per: rank, hop: 0.2 us, from: talk}}
"""
SOCKETS = """
  ranks_per_host: 8
  levels: [{name: switch, ranks: 4, path: pcie}, {name: box, ranks: 8, path: upi}, {name: fabric, ranks: 64, path: nic}]
  paths:
    pcie: {exclusive: {alpha: 5 us, bandwidth: 50 GB/s, per: rank, from: talk}}
    upi: {through: pcie, exclusive: {alpha: 8 us, bandwidth: 28 GB/s, per: switch, from: talk}}
    nic: {through: pcie, exclusive: {alpha: 9 us, bandwidth: 24 GB/s, per: rank, from: talk}}
"""
SHARED = """
  ranks_per_host: 8
  levels: [{name: box, ranks: 8, path: nvl}, {name: fabric, ranks: 64, path: ib}]
  paths:
    nvl: {exclusive: {alpha: 3 us, bandwidth: 360 GB/s, per: rank, from: talk}}
    ib: {nics: [[0, 1], [2], [3], [4], [5], [6], [7]],
         exclusive: {alpha: 9 us, bandwidth: 24 GB/s, per: nic, from: talk}}
"""
SHORT = """
  ranks_per_node: 8
  nodes: 512
  paths:
    nvl: {location: intra_node, exclusive: {alpha: 3 us, bandwidth: 360 GB/s, per: rank, from: talk}}
    ib: {location: inter_node, exclusive: {alpha: 9 us, bandwidth: 45 GB/s, per: rank, from: talk}}
"""
ALL = {
    "mesh": MESH,
    "rails": RAILS,
    "racks": RACKS,
    "dies": DIES,
    "torus": TORUS,
    "sockets": SOCKETS,
    "shared": SHARED,
    "short": SHORT,
}


def spec_on(machine: str, group: str = "{shape: [2]}", *changes: str, extra: str = "") -> str:
    """A spec with one group on a machine, and texts of it replaced, each of which must be there."""
    text = f"{HEAD}platform:\n  name: machine{machine}{extra}groups: {{all: {group}}}\n{TAIL}"
    for before, after in zip(changes[::2], changes[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text
