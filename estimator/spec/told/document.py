"""What the reference says in Chinese of the document and what belongs to it, with examples."""

from estimator.spec.told.entry import Catalogue, part

DOCUMENT: Catalogue = {
    "Spec": part(
        "一份完整的规格。",
        {
            "commspec": ("规格语言的版本，写 1。", "1"),
            "document": (
                "文档的归口、编号与标题。",
                '{id: CCL-MOE, version: "0.1", title: {zh: 集合通信需求, en: Collective communication requirements}}',
            ),
            "sources": (
                "数据来源，按名称列出；各处用 `from` 引用。",
                "{bench: {basis: measured, text: nccl-tests on two nodes}}",
            ),
            "platform": ("机器平台。", "!include platforms/hgx_h100.yaml"),
            "conditions": (
                "自定义的运行条件，按名称列出；视同写在平台中，平台文件无须知道它们。",
                "{one_plane_down: {like: exclusive, text: one of two planes is down}}",
            ),
            "layout": ("并行布局；组用 `from_layout` 引用。", "{order: tp-cp-ep-dp-pp, world: 64, tp: 4}"),
            "moe": ("混合专家层。", "{experts: 64, top_k: 8}"),
            "model": (
                "模型结构；操作用 `from_model` 引用。",
                "{hidden: 4096, layers: 32, ffn: 14336, vocabulary: 131072}",
            ),
            "training": ("训练步的组成；供 `from_model` 推导操作。", "{sequence: 8192, micro_batches: 8}"),
            "inference": (
                "推理中预填充步与解码步的组成；供 `from_model: decode.moe_dispatch` 一类的操作。",
                "{decode: {batch: 64}}",
            ),
            "groups": ("通信组，按名称列出。", "{tp: {size: 8, ranks_per_node: 8, levels: [scale_up]}}"),
            "operations": (
                "一步之内的集合操作，按名称列出。",
                "{activations: {collective: all_reduce, group: tp, tensor: {bytes: 64 MiB, semantics: input}, "
                "algorithm: {name: ring}}}",
            ),
            "defaults": (
                "需求自己没有写的键的默认值。",
                "{priority: must, responsible: library, test: {tool: kit, repeats: 5}}",
            ),
            "requirements": (
                "需求，按编号列出。",
                "{AR-01: {kind: collective_time, title: AllReduce in a node, operation: activations, "
                "limit: {at_most: estimate.conservative}}}",
            ),
            "budget": ("训练的通信预算。", "{step: 60 s, exposed_communication: 15 %}"),
            "frozen": (
                "送审或发布时冻结的推导限值，逐格列出；此后估计变动不再影响它们。",
                '{"AR-01/tp/exclusive/1/67108864": 1.05 ms}',
            ),
            "glossary": (
                "补充到术语表中的词。",
                "{die: {zh: 裸片, en: die, meaning: one rank of the machine}}",
            ),
            "risks": ("风险，按编号列出。", "{R-1: {title: the fabric is late}}"),
            "open_points": (
                "未决问题，按编号列出。",
                "{Q-1: {text: who measures the knee, owner: Network team}}",
            ),
        },
    ),
    "Document": part(
        "文档本身的信息：由谁发出、如何命名。",
        {
            "id": ("文档编号，同时是输出文件夹名。", "CCL-MOE"),
            "version": ("文档版本，同时是输出子文件夹名。", '"0.1.0"'),
            "status": ("文档状态；从 `review` 起，规范检查的发现视为错误。", "review"),
            "superseded_by": ("取代本版的版本；仅用于已撤回的文档。", '"0.2.0"'),
            "owner": ("文档归口。", "{zh: 训练框架组, en: Training framework}"),
            "languages": ("文档的语言。", "[zh, en]"),
            "title": ("文档标题。", "{zh: 集合通信需求, en: Collective communication requirements}"),
            "date": ("本版日期。", '"2026-03-15"'),
            "recipient": ("接收方。", "{zh: 各供应商, en: All vendors}"),
            "approvers": ("批准人：角色或姓名。", "[{zh: 系统架构师, en: System architect}]"),
            "confidentiality": ("密级，即阅读范围。", "{zh: 内部, en: Internal}"),
            "previous": ("上一版的版本号。", '"0.1.0"'),
            "summary": ("首页的一段概要。", "{zh: 本版增加推理需求, en: This version adds inference}"),
            "rounding": ("推导限值保留的有效数字；一律向更难达到的一侧取整。", "3"),
            "fields": ("需求携带的自定义属性，按名称声明。", "{area: {type: choice, choices: [training, serving]}}"),
            "appendices": ("Markdown 附录，取自规格所在文件夹中的文件。", "[{file: appendix.md}]"),
            "look": ("自有的模板、样式、标识与措辞：规格所在文件夹中的一个文件夹。", "looks/team"),
            "history": ("修订记录。", '[{version: "0.1", text: first draft}]'),
            "waive": (
                "文档、组与风险所豁免的规则，各附理由。",
                "[{rule: no-approver, reason: a draft for discussion}]",
            ),
        },
    ),
    "Text": part(
        "给读者看的文字：一段文字同时用于两种语言，或写 {zh: ..., en: ...}。",
        {"zh": ("中文。", "训练框架组"), "en": ("英文。", "Training framework")},
    ),
    "OwnField": part(
        "需求可携带的自定义属性：文字、选项或数值。",
        {
            "type": ("属性类型。", "choice"),
            "title": ("显示名称；不写时用声明时的名称。", "{zh: 领域, en: Area}"),
            "choices": ("类型为选项时的可选值。", "[training, serving]"),
        },
    ),
    "Appendix": part(
        "一份 Markdown 附录：规格所在文件夹中的文件，或直接写出的文字。",
        {
            "title": ("标题；不写时取正文的第一个标题，再次取文件名。", "{zh: 术语, en: Terms}"),
            "file": ("文件，相对于规格所在文件夹；可按语言分别给出，或两种语言共用。", "appendix.md"),
            "text": ("直接写出的正文，代替文件。", "Numbers were agreed on in the meeting of March."),
        },
    ),
    "DocumentLook": part(
        "自有的模板、样式表、标识与措辞，放在规格旁的文件夹中。",
        {
            "folder": ("文件夹，相对于规格所在文件夹。", "looks/team"),
            "sha256": (
                "其中各文件的 SHA-256，用于拒绝内容不同的外观；不写则内容任意。",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
        },
    ),
    "Change": part(
        "一条修订记录。",
        {
            "version": ("版本。", '"0.1"'),
            "date": ("日期。", '"2026-01-15"'),
            "text": ("改动内容。", "{zh: 初稿, en: First draft}"),
        },
    ),
    "Waiver": part(
        "在此处豁免的一条规则及理由。",
        {
            "rule": ("规则编号。", "two-nodes"),
            "reason": ("豁免的理由。", "{zh: 只有两机可用, en: Only two nodes are at hand}"),
        },
    ),
    "Source": part(
        "数据来源；用 `from` 引用。",
        {
            "basis": ("数据依据。", "measured"),
            "text": ("来源的文字说明。", "{zh: 两机 nccl-tests, en: nccl-tests on two nodes}"),
            "date": ("数据的日期。", '"2026-01-15"'),
        },
    ),
    "Budget": part(
        "训练的通信预算；限值可由它推导。",
        {
            "step": ("一个训练步的用时 [s]。", "60 s"),
            "exposed_communication": ("未隐藏的通信占一步的份额。", "15 %"),
            "operations": ("单个操作在一步之内未隐藏的用时 [s]，按操作列出。", "{moe_dispatch: 1.2 s}"),
            "allocate": (
                "未写明的份额如何分摊：`proportional` 按估计区间的中点成比例分摊；不写则不分摊。",
                "proportional",
            ),
            "waive": ("预算所豁免的规则，各附理由。", "[{rule: beyond-budget, reason: settled in version 0.2}]"),
        },
    ),
    "GlossaryEntry": part(
        "术语表中的一个词。",
        {
            "zh": ("中文词。", "裸片"),
            "en": ("英文词。", "die"),
            "meaning": ("含义。", "{zh: 机器的一个 rank, en: One rank of the machine}"),
        },
    ),
    "Risk": part(
        "一项风险。",
        {
            "title": ("用几个词概括风险。", "{zh: 交换网络延期, en: The fabric is late}"),
            "effect": ("一旦发生的后果。", "{zh: 跨机需求无法测试, en: Nothing between nodes can be tested}"),
            "answer": ("应对措施。", "{zh: 先在两机上测, en: Test on two nodes first}"),
            "owner": ("由谁跟踪。", "{zh: 网络组, en: Network team}"),
        },
    ),
    "OpenPoint": part(
        "一个未决问题。",
        {
            "text": ("问题。", "{zh: 拐点系数由谁测, en: Who measures the knee}"),
            "owner": ("由谁答复。", "{zh: 网络组, en: Network team}"),
            "due": ("答复期限。", '"2026-03-31"'),
        },
    ),
}
