"""Layouts, algorithms and estimates: what is said of them, in Chinese."""

ESTIMATE = {
    "unknown collective {name}; known: {names}": "没有通信操作 {name}；可用：{names}",
    "{asked} channels, and the group has {orders:order} of its ranks; write at most {most}, or all": (
        "{asked} 个通道，而该组的 rank 只有 {orders:d} 种排列；至多写 {most}，或写 all"
    ),
    "it needs p = 2^k, and p is {p}": "要求 p = 2^k，而 p 为 {p}",
    "it needs {missing}": "需要 {missing}",
    "it needs as many ranks in every unit, and they hold {held}": "要求各单元的 rank 数相同，而它们为 {held}",
    "{p} ranks over the ring of {level} are more than {most_around}; choose torus_ring or direct": (
        "{level} 的环上有 {p} 个 rank，超过上限 {most_around}；改用 torus_ring 或 direct"
    ),
    "{orders} {name} over {p} ranks are more than are laid out; write {name}: {most} or fewer": (
        "{p} 个 rank 的 {orders} 个 {name} 超出可排布的数量；写 {name}: {most} 或更少"
    ),
    "{p} ranks in unequal units with links between them are more than {most_paired}; choose another": (
        "单元大小不等且单元间有链路时，{p} 个 rank 超过上限 {most_paired}；改用别的算法"
    ),
    "{p} ranks make more rounds than are laid out; it runs on {most_forwarded} at most": (
        "{p} 个 rank 的轮数超出可排布的数量；至多 {most_forwarded} 个 rank"
    ),
    "it needs powers of two on every level, and p is {p} with {units} units": (
        "要求每一层都是 2 的幂，而 p 为 {p}，单元为 {units}"
    ),
    "a message cannot be cut into {segments} segments": "一条消息不能切成 {segments} 段",
    "it runs on units of different sizes on two levels only, and the group uses {used}": (
        "只支持两层上大小不等的单元，而该组用到 {used}"
    ),
    "it needs several nodes, and the group is on one": "需要多个节点，而该组只在一个节点上",
    "{level} has no switch that could reduce": "{level} 没有能做规约的交换机",
    "{methods:method} named, and the machine has {levels:level}": "写了 {methods:d} 个方法，而机器有 {levels:d} 层",
    "{name} cannot work both ways round in {what}; write ring or direct": (
        "{name} 在 {what} 上不能双向工作；写 ring 或 direct"
    ),
    "{name} is a ring, on which an All-to-All is always direct; write direct": (
        "{name} 是环，环上的 All-to-All 总是 direct；写 direct"
    ),
    "{level} is a ring, on which branches of a tree lie over one another; see torus_ring": (
        "{level} 是环，树的各分支会彼此重叠；见 torus_ring"
    ),
    "an efficiency of {efficiency:g} is not above 0 and at most 1": "效率 {efficiency:g} 不在 0（不含）到 1 之间",
    "{bare} has no switch that could reduce or copy": "{bare} 没有能做规约或复制的交换机",
    "{other} is no ring: it needs dims, such as 4x8": "{other} 不是环：需要 dims，如 4x8",
    "{named} is not a torus of {p} ranks": "{named} 不是 {p} 个 rank 的环面",
    "it needs several units of several ranks, and the group uses {used}": (
        "需要多个单元、每单元多个 rank，而该组用到 {used}"
    ),
    "it is written for two levels, and the group uses {used}": "该算法针对两层，而该组用到 {used}",
    "{level} is a ring, and it is written for switches and meshes; see torus_ring": (
        "{level} 是环，而该算法针对交换机与全互联；见 torus_ring"
    ),
    "one rank": "一个 rank",
    "only on two levels can units of different sizes reduce one after the other": (
        "大小不等的单元只有在两层上才能先后规约"
    ),
    "segments, such as 16, or optimal": "segments，如 16 或 optimal",
    "dims, such as 4x8": "dims，如 4x8",
    "rings, such as 8": "rings，如 8",
    "channels, such as 8, or all": "channels，如 8 或 all",
    "methods, such as direct, ring": "methods，如 direct, ring",
    "an efficiency, such as 0.9": "效率，如 0.9",
    "a send matrix": "发送矩阵",
    "its messages pass {passes:,} links of {level} in one round": "其消息在一轮中经过 {level} 的 {passes:,} 条链路",
    "a tree has one list for every level but the innermost": "树须为除最内层外的每一层各写一个列表",
    "{shape} is no shape on {levels} levels": "{shape} 不是 {levels} 层上的形状",
    "{units} units of {name} are named, and the shape has {size}": "写了 {name} 的 {units} 个单元，而形状为 {size}",
    "{outer} passes through {name}, which is no inner level": "{outer} 经过 {name}，而它不是内层",
    "its rounds carry {different:,} different patterns of {ranks:,} messages": (
        "其各轮共有 {different:,} 种不同的 {ranks:,} 条消息的模式"
    ),
    "{name} is a {wiring}, and nothing gives a link of it a rate": (
        "{name} 的连接方式为 {wiring}，而没有给出单条链路的速率"
    ),
    "a mesh of {there} needs {peers} ports, {ports} are given": (
        "{there} 的全互联需要 {peers} 个端口，只给了 {ports} 个"
    ),
    "recursive doubling AllGather needs p = 2^k, and p is {p}": "递归倍增 AllGather 要求 p = 2^k，而 p 为 {p}",
    "pairwise XOR needs powers of two on every level, not {shape}": (
        "按 XOR 的成对交换要求每一层都是 2 的幂，而形状为 {shape}"
    ),
    "a send matrix needs units that hold equally many ranks": "发送矩阵要求各单元的 rank 数相同",
    "the send matrix holds a number that is not 0 or more": "发送矩阵中有小于 0 的数",
    "the send matrix has {rows} rows of {cells} numbers, and p is {p}": (
        "发送矩阵有 {rows} 行、每行 {cells} 个数，而 p 为 {p}"
    ),
    "{collective} has no tensor semantics {semantics}; write {allowed}": (
        "{collective} 没有 {semantics} 这种张量语义；写 {allowed}"
    ),
    "{ranks} ranks cannot sit {uneven} to a node": "{ranks} 个 rank 不能按每节点 {uneven} 个放置",
    "{ranks} ranks are more than the {most_ranks} that are laid out; give fewer": (
        "{ranks} 个 rank 超过可排布的上限 {most_ranks}；减少 rank"
    ),
    "level {k}": "第 {k} 层",
    "a path between nodes needs to know the nodes; give --ranks-per-node too": (
        "要用节点间的路径须知道节点；再写 --ranks-per-node"
    ),
    "no ranks; give --ranks, such as --ranks 8, or --levels": "未写 rank 数；写 --ranks，如 --ranks 8，或写 --levels",
    "--shape has {numbers} numbers, and there are {have}; write at most {levels}": (
        "--shape 有 {numbers} 个数，而只有 {have}；至多写 {levels} 个"
    ),
    "--shape has {numbers} numbers; give --levels for more than a node and the nodes": (
        "--shape 有 {numbers} 个数；多于节点内与节点间两层时写 --levels"
    ),
    "{ranks} ranks do not fill nodes of {per_node}; give --ranks-per-node a divisor of --ranks": (
        "{ranks} 个 rank 填不满每节点 {per_node} 个的节点；--ranks-per-node 写 --ranks 的因数"
    ),
    "{ranks} ranks are more than the {rank_count} of --levels; give fewer --ranks": (
        "{ranks} 个 rank 多于 --levels 的 {rank_count} 个；减小 --ranks"
    ),
    "--shape has {rank_count} ranks, and --ranks says {ranks}; leave --ranks out": (
        "--shape 为 {rank_count} 个 rank，而 --ranks 为 {ranks}；去掉 --ranks"
    ),
    "no {name}; give --{name}, such as {example}, or --levels": "未写 {name}；写 --{name}，如 {example}，或写 --levels",
    "--levels says what joins what at which rate; leave --{option} out": "--levels 已说明互联与速率；去掉 --{option}",
    "--shape asks for {wanted} units of level {number}, which joins {units}; write at most {units}": (
        "--shape 要第 {number} 层的 {wanted} 个单元，而该层只连 {units} 个；至多写 {units}"
    ),
    "the group spans nodes; give {flag} for the path between them": "该组跨节点；用 {flag} 给出节点间的路径",
    "{ranks} ranks do not fill units of {units}; give --shape, such as 8x16": (
        "{ranks} 个 rank 填不满 {units} 的单元；写 --shape，如 8x16"
    ),
    'no size; give --size, such as --size "1 MiB"': '未写大小；写 --size，如 --size "1 MiB"',
    "'{collective}' is no collective; {suggestion}": "'{collective}' 不是通信操作；{suggestion}",
    "no algorithm{which} for {collective}; {hint}": "{collective} 没有算法{which}；{hint}",
    "{flag} has no effect on {algorithm} of {collective}; leave it out": (
        "{flag} 对 {collective} 的 {algorithm} 没有作用；去掉"
    ),
    "{algorithm} cannot run on this group: {reason}": "{algorithm} 不能在该组上运行：{reason}",
    "a {collective} moves no bytes; leave out --size": "{collective} 不搬运数据；去掉 --size",
    'no size; give --size, such as --size "1 MiB", which every rank sends': (
        '未写大小；写 --size，如 --size "1 MiB"，即每个 rank 发送的量'
    ),
    "{size} are no whole number of elements of {dtype}": "{size} 不是 {dtype} 元素的整数倍",
    "a {collective} has no load to skew; leave --skew out, or ask for all_to_all_v": (
        "{collective} 的负载不会不均；去掉 --skew，或改用 all_to_all_v"
    ),
    "{ranks} ranks; a send matrix is made for {rank_limit} at most": (
        "{ranks} 个 rank；发送矩阵至多为 {rank_limit} 个 rank 生成"
    ),
    "{what}; give another --size": "{what}；改写 --size",
    "{refusal}; give another --skew, or fewer --zero-peers": "{refusal}；改写 --skew，或减小 --zero-peers",
    "an even load leaves no rank out; give --skew {least:.4g} or more, or no --zero-peers": (
        "均匀负载不会漏掉任何 rank；把 --skew 写成 {least:.4g} 或更大，或去掉 --zero-peers"
    ),
    "'{dtype}' is no element type; {suggestion}": "'{dtype}' 不是元素类型；{suggestion}",
    "one byte": "一个字节",
    "a smaller start-up": "启动时延更小",
    "a better rate": "速率更高",
    "{word} than {spec_path} at the {end} end": "{end} 端的{word}，优于 {spec_path}",
    "make it no better than the {condition} value that is in force here": "不要优于此处生效的 {condition} 的值",
    "padding {conservative:g} is below the skew's {optimistic:g}": (
        "padding {conservative:g} 小于 skew 的 {optimistic:g}"
    ),
    "write a padding of at least the skew": "padding 写得不小于 skew",
    "no parameters for the condition {condition}": "没有条件 {condition} 的参数",
    "add {condition}: {{alpha: ..., bandwidth: ..., per: ...}}": (
        "补写 {condition}: {{alpha: ..., bandwidth: ..., per: ...}}"
    ),
    "no sizes from {low:g} to {high:g} B": "{low:g} 到 {high:g} B 之间没有大小",
    "no {algorithm} for {collective}": "{collective} 没有算法 {algorithm}",
    "{algorithm} cannot run on {group}: {reason}": "{algorithm} 不能在 {group} 上运行：{reason}",
    "add a path with location {location} to levels": "在 levels 中加入 location 为 {location} 的路径",
    "no group of kind {group} holds rank {rank}": "没有 {group} 类的组含 rank {rank}",
    "write {first}": "写 {first}",
    "inside a node": "节点内",
    "between nodes": "节点间",
    "write one of {known}": "写 {known} 之一",
    "choose another algorithm ({names}) or group": "换一个算法（{names}）或组",
    "no path {where}": "没有{where}的路径",
    "add moe: {experts: ..., top_k: ...}": "补写 moe: {experts: ..., top_k: ...}",
    "name an algorithm that can ({able}), or write {copies}": "写能做到的算法（{able}），或写 {copies}",
    "write a larger node_limit, or a smaller top_k": "增大 node_limit，或减小 top_k",
    "{name} cannot send {copies} copies": "{name} 不能发送 {copies} 副本",
    "{copies} needs the number of experts": "{copies} 需要专家数",
    "no operation '{operation}'; {suggestion}": "没有操作 '{operation}'；{suggestion}",
    "let the order end in pp": "order 以 pp 结尾",
    "dp {dp} does not fill the world: {world} ranks / (tp {tp} x cp {cp} x pp {pp}) leave {rest}": (
        "dp {dp} 填不满 world：{world} 个 rank /（tp {tp} x cp {cp} x pp {pp}）剩 {rest}"
    ),
    "{world} ranks do not fill the {grid} grid: {product} = {filled} does not divide {world}": (
        "{world} 个 rank 填不满 {grid} 网格：{product} = {filled} 不能整除 {world}"
    ),
    "with the order {order} the expert layers' dp ({edp}) must equal the dense layers' ({dp})": (
        "按 order {order}，专家层的 dp（{edp}）须等于稠密层的 dp（{dp}）"
    ),
    "with the order {order} pipeline stages are {dense} ranks apart in dense layers, {expert} in experts": (
        "按 order {order}，流水级在稠密层相隔 {dense} 个 rank，在专家层相隔 {expert} 个"
    ),
    "{what}; {hint}": "{what}；{hint}",
    "write dp {rest}, leave it out, or set world to {filled_world}": (
        "写 dp {rest}，或不写 dp，或把 world 改为 {filled_world}"
    ),
    "write a whole number of 1 or more": "写不小于 1 的整数",
    "{world} ranks are too many to lay out": "{world} 个 rank 过多，无法排布",
    "write at most {most_ranks}": "至多写 {most_ranks}",
    "change one of {sizes}, or the world to {near}": "改 {sizes} 之一，或把 world 改为 {near}",
    "write the axes tp, cp, ep, dp, pp joined by '-', such as {order}": (
        "写以 '-' 连接的轴 tp、cp、ep、dp、pp，如 {order}"
    ),
    "the order {order} does not say where {name} (size {size}) goes": (
        "order {order} 没有写明 {name}（大小 {size}）的位置"
    ),
    "{hint}, or make tp x cp equal to etp x ep": "{hint}，或使 tp x cp 等于 etp x ep",
    "{name} is {size}": "{name} 为 {size}",
    "'{token}' in the order is no axis": "order 中的 '{token}' 不是轴",
    "{token} stands twice in the order": "{token} 在 order 中出现两次",
    "name each axis once: {order}": "每个轴只写一次：{order}",
    "add {name} to the order, such as {order}": "在 order 中加入 {name}，如 {order}",
    "did you mean {near}?": "是否要写 {near}？",
    "write one of {kinds}": "写 {kinds} 之一",
    "'{text}' is no kind of group": "'{text}' 不是组的种类",
    "{top_k} of {experts} experts on {places} places": "{places} 处有 {experts} 个专家，取 {top_k} 个",
    "{top_k} of {experts} experts on {limit} of {nodes} nodes": (
        "{nodes} 个节点中取 {limit} 个、{experts} 个专家中取 {top_k} 个"
    ),
    "{per_node} ranks per node": "每节点 {per_node} 个 rank",
    "an expert received every token, or more copies than tokens": "有专家收到每个 token，或副本多于 token",
    "loads of shape {shape} on {places} places": "{places} 处的负载形状为 {shape}",
    "{zero_peers} of {ranks} ranks cannot all get nothing": "{ranks} 个 rank 中不能有 {zero_peers} 个什么都不收",
    "a skew of {skew:g} is more than the {ranks} ranks": "不均 {skew:g} 大于 {ranks} 个 rank",
    "{left} of {ranks} ranks that get something make a skew of {least:.4g} at least": (
        "{ranks} 个 rank 中有 {left} 个收数据，不均至少为 {least:.4g}"
    ),
}
