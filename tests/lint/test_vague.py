"""Vague words are found whole, in both languages; numbers are compared as written."""

import pytest

from estimator.lint.vague import MODAL, TBD, numbers, vague_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("as fast as possible", ["fast", "as possible"]),
        ("Sufficiently robust, etc.", ["Sufficiently", "robust", "etc"]),
        ("尽可能减少，必要时重试", ["尽可能", "必要时"]),
        ("breakfast, fasten, betterment, best-of-three", []),
        ("每次集合通信给出所选算法", []),
    ],
)
def test_vague_words_are_found_whole(text: str, words: list[str]) -> None:
    assert vague_words(text) == tuple(words)


PLAIN = """
优化器更新参数之前必须等到梯度范数。
优化器状态按数据并行组切分，每步聚齐一次。
日志给出算法以及时延的 p99。
报告包含每次调用的字节数及时间戳。
消息最大约束为 4 GiB。
组合适当前布局中的全部 rank。
集合理论带宽由链路速率与端口数算出。
环的左右两侧各占一条链路。
每个 rank 只与左右邻居交换数据。
最低时延在 8 B 处测得。
降低时延的手段写入日志。
比较高 32 位与低 32 位的校验和。
比较快照前后的计数器。
图重放省去的必要时间由 T0 给出。
各 rank 相等等待之后同时开始。
提高效率的算法由通信域选定。
带宽由 160 GB/s 提升至 180 GB/s。
偏斜提升到 2 时用时不超过 2 倍。
以显著性水平 5 % 判定两组样本是否不同。
快速路径与慢速路径分别计数。
The optimiser waits for the gradient norm.
Optimizer states are sharded over the data-parallel group.
The log names the algorithm and the p99 latency of every size.
Breakfast tables and fasteners are no part of this document.
The best of five repeats is not counted; the worst is.
The measured rate is better than 90 % of the link.
No call may finish faster than the cut bound.
The fast path is counted apart from the slow path.
The maximal size of a message is 4 GiB.
The minimal number of nodes is 3.
Results agree in the 7 most significant digits.
The least significant bit is rounded to even.
Gradients are averaged over 64 ranks.
A restart finishes within 30 s.
The communicator holds 128 MB of buffers at most.
The low-latency mode of the library is switched off.
Counts may vary on replay of a captured graph.
Each hop takes 3.4 us, and the ring has 7.
Bytes across nodes fall from 242 MB to 159 MB.
Machines for high-performance computing have a NIC per device.
"""
VAGUE = """
通信库应尽可能减少机间字节。
启动开销要足够小。
带宽保持在较高水平。
必要时自动重试。
用时大约 5 ms。
用时在 5 ms 左右。
及时返回错误。
优化小消息的路径。
显著降低抖动。
采用高效的实现。
The library recovers quickly.
The overhead is reasonable.
The tail is as short as possible.
A sufficiently large buffer is kept.
Typically a ring is taken.
The implementation is efficient.
Performance is improved on large groups.
The time is roughly 5 ms.
Errors such as a lost link are told.
A better algorithm is chosen.
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


def test_there_are_enough_sentences_in_each_language() -> None:
    for text, least in ((PLAIN, 20), (VAGUE, 10)):
        chinese = [line for line in lines(text) if "\u4e00" <= line[0] <= "\u9fff"]
        assert len(chinese) >= least
        assert len(lines(text)) - len(chinese) >= least


@pytest.mark.parametrize("text", lines(PLAIN))
def test_an_ordinary_sentence_passes(text: str) -> None:
    assert vague_words(text) == ()


@pytest.mark.parametrize("text", lines(VAGUE))
def test_a_vague_sentence_is_flagged(text: str) -> None:
    assert vague_words(text)


def test_numbers_leave_separators_out_and_keep_decimals() -> None:
    assert numbers("1,024 ranks, 1.5 GB, EP64") == ("1.5", "1024", "64")
    assert numbers("没有数") == ()


def test_open_questions_and_modal_verbs_are_words() -> None:
    assert TBD.search("limit TBD")
    assert not TBD.search("tbdx")
    assert MODAL.search("it shall")
    assert not MODAL.search("mustard")
