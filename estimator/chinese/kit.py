"""What ``commspec kit`` says of a test kit, in Chinese."""

KIT = {
    "{cells:cell} of {requirements:requirement}, {scripts:script}; by the model {low} to {high} of calls": (
        "{requirements:d} 条需求的 {cells:d} 格，{scripts:d} 个脚本；按模型，全部调用需 {low} 至 {high}"
    ),
    "{cells:cell} in a graph: a device whose PyTorch captures graphs runs them": (
        "{cells:d} 格以图下发：须在 PyTorch 能捕获图的设备上运行"
    ),
    "{name}: by its script only": "{name}：只由其脚本测试",
    "{out}: holds something, and no test kit; name a new or an empty folder with --out": (
        "{out}：里面有别的内容，不是测试套件；--out 写新的或空的文件夹"
    ),
}
