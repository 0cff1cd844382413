"""The table of symbols: what each one means, with its unit."""

SYMBOLS: tuple[tuple[str, str, str], ...] = (
    ("T(n)", "一次集合操作的时间，s", "time of one collective, s"),
    ("n", "消息或张量大小，B；指哪个张量见下表", "size, B; which tensor: see below"),
    ("α", "一条消息的启动时间，s", "start-up time of one message, s"),
    ("B = 1/β", "一条路径的有效带宽，B/s", "effective bandwidth of a path, B/s"),
    ("γ", "规约一字节的时间，s/B", "time to reduce one byte, s/B"),
    ("T₀", "一次调用的下发时间，s", "launch time of a call, s"),
    ("p = g·m", "组大小 = 每机 rank 数 × 机数", "group size = ranks per node × nodes"),
    ("n* = α·B", "一条路径的临界大小，B", "critical size of a path, B"),
    ("n½", "启动与传输相等处的 n，B", "n at which start-up equals transfer, B"),
    ("D, B_cut", "必须穿过割边的字节；割边聚合带宽", "bytes that must cross a cut; its bandwidth"),
    ("knee", "k·√(A·X)：实际曲线高出模型的部分", "k·√(A·X): how far real curves lie above the model"),
    ("algbw, busbw", "n ÷ T；再乘系数", "n ÷ T; times a factor"),
)
"""Symbol, meaning in Chinese, meaning in English."""
