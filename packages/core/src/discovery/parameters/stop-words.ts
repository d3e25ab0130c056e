/** Words that carry no value of a parameter: they end a phrase, or begin a request. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those my your our their his her its me you us them it i we he she they ' +
    'of in on at to for from by with without into onto about over under between among during through within across ' +
    'near around after before since until till as than per via using and or but nor if then so because while when ' +
    'where which who whom whose what how why is are was were be been being am do does did done have has had having ' +
    'can could will would shall should may might must not no yes please also just only very really too there here ' +
    'some any all each every both either neither more most less least such same other another like ' +
    "i'm i'd i've i'll let's it's that's what's who's where's don't doesn't didn't can't won't isn't aren't " +
    'want wants wanted need needs needed looking look wish help hey hi hello thanks thank kindly currently ' +
    'called named titled entitled labeled known starting ending based given regarding concerning including include ' +
    'includes included make makes sure take takes taking use uses used set sets setting get gets give gives show shows ' +
    'tell find finds provide provides retrieve fetch search check calculate compute determine generate create book ' +
    'order buy know see go going plan planning plans think thinking prefer prefers preferably interested ' +
    'ensure ensuring considering assuming accounting up out off down back again now recently soon around able ' +
    'made located released written published produced directed held related scheduled rated priced tagged sized numbered ' +
    'hear listen enjoy love attend ' +
    'many much few several various ' +
    'something anything someone anyone one ones us i.e e.g etc vs versus'
  ).split(' '),
);

/** Verbs and openers that begin a request. A capital letter there says nothing. */
export const openers: ReadonlySet<string> = new Set(
  (
    'add adjust analyze analyse apply arrange assess assign book build buy calculate call cancel change check choose ' +
    'classify compare compile compose compute conduct confirm connect control convert count create cut define delete deliver ' +
    'deploy design detect determine develop discover display do does download draw edit enroll estimate evaluate examine ' +
    'execute explain explore export extract fetch fill filter find fix follow forecast generate get give go grab ' +
    'help hire identify import improve increase inform initiate insert inspect install instruct integrate invite is are ' +
    'join keep launch learn let list load locate lock log look lookup make manage map measure modify monitor move name need ' +
    'notify obtain open optimize order organize pay perform place plan play post predict prepare preview print process ' +
    'produce provide publish pull purchase query rate read recommend record reduce refund register remind remove rename ' +
    'rent report request reschedule reserve reset resolve retrieve return review rotate run save scan schedule search select ' +
    'sell send set share show simulate solve sort start stop store submit subscribe suggest summarize switch take ' +
    'tell test track train transfer translate turn update upload use validate verify view visualize want watch withdraw write ' +
    'plot remind wake email text message ask answer approve archive assemble attach block bring browse capture chart clean ' +
    'clear close collect combine commit complete configure copy crop customize debug decode decrypt describe diagnose ' +
    'disable divide drop enable encode encrypt enter erase establish expand format gather grant group handle highlight host ' +
    'implement index initialize invite issue label limit link listen maintain mark merge mix mute navigate negotiate output ' +
    'parse patch pick pin point prevent promote propose protect push put quote raise rank reboot redeem refresh reject ' +
    'release replace reply restart restore resume retry rewrite roll scale sign skip snooze spell split stream strip subtract ' +
    'sum support suspend swap sync tag throw toggle transcribe trigger trim undo uninstall unlock upgrade wait warn zoom ' +
    'multiply draw deal pack ' +
    'what which who whom whose when where why how can could would will should may might shall please i we you my our the a an ' +
    'this that these those there here it if in on at for from to with by as and or but so also then now hey hi hello ' +
    'yes no not once since after before during given using based considering assuming suppose thanks thank ' +
    'include including ensure instead perhaps maybe today tomorrow yesterday tonight ' +
    "i'm i'd i've i'll let's it's that's what's who's where's"
  ).split(' '),
);

/** Chinese words that carry no value, the longest first, so that a scan takes the longest. */
export const chineseFunctionWords: readonly string[] = (
  '我想要知道 我想知道 我想了解 我需要知道 我想查询 我希望能 能不能帮我 能否帮我 可以帮我 你能帮我 请帮我 帮我 帮忙 麻烦 请问 请你 请给我 给我 告诉我 我想要 我想 我需要 我希望 我打算 我计划 ' +
  '我正在 我最近 我现在 我们 我的 你的 他的 她的 我 你 您 他 她 它 请 能否 能不能 是否 可以 能够 想要 想 要 需要 希望 打算 计划 准备 正在 最近 目前 现在 当前 ' +
  '一下 一些 一个 一份 一种 一款 一本 一台 一张 一家 一名 一位 一条 一次 一场 这个 那个 这些 那些 哪些 什么 怎么样 怎么 怎样 如何 多少 几个 哪里 哪个 为什么 ' +
  '的话 的 了 吗 呢 吧 啊 么 着 过 得 地 在 于 是 有 为 从 到 至 由 被 把 将 用 对 向 给 跟 和 与 及 以及 或 或者 并且 并 而且 而 但 但是 因为 所以 如果 ' +
  '关于 根据 按照 通过 使用 利用 包括 包含 具体 分别 以 也 都 还 就 又 再 很 非常 比较 特别 最好 大概 大约 左右 之间 其中 例如 比如 等 等等 ' +
  '查询 查找 查看 查一查 查一下 查 搜索 寻找 找到 找 推荐 提供 获取 生成 创建 计算 分析 了解 知道 看看 看 帮 做 进行 获得 得到 选择 设置 设定 设为 设成 安排 预订 预定 订购 购买 买 发送 添加 更新 修改 删除 比较 评估 ' +
  '这款 那款 这部 这台 这本 这家 这项 这份 这种 这次 该款 喜欢 感兴趣 兴趣 觉得 认为 拥有 具有 含有 制定 引入 遵守 开发 展示 确保 初始化 启动 加入 放在 完成 处理 检测 检查 确认 申请 尝试 适合 符合 相关 经常 通常 平时 期间 以内 这两个 这几个 两个 几个 所有 全部 任何 不要 不 没有 没 无 去 来 说 让 叫做 叫 名为 名字是 名字叫 名称是 名称为 分别是 分别为 具体是 属于 住在 位于 来自'
)
  .split(' ')
  .toSorted((one, other) => other.length - one.length);
