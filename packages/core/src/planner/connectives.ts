/** Facts of the two languages: what holds the steps of a task together. */

const verbsEn = `add analyse analyze append apply archive ask attach book build calculate call cancel change check clean clear close
  collect combine commit compare compile compress compute convert copy count create deduplicate delete deploy describe detect
  display download draw edit email encode evaluate execute export extract fetch filter find forward format generate get give
  grep group identify import insert install invite join label list load look mail make mark measure merge move notify open order
  parse pay pick play plot post predict print publish pull push put query read rebuild record register remove rename replace
  report request reserve resize restart retrieve reverse review rewrite run save scan schedule search select send set share
  show sort split start stop store submit subtract sum summarise summarize take tell test text track transform translate trim
  update upload validate verify visit write zip`;

const verbsZh = `添加 分析 追加 归档 询问 预订 预约 构建 计算 调用 取消 修改 更改 检查 清理 清除 关闭 收集 合并 提交 比较 对比 编译 压缩
  转换 换算 兑换 复制 统计 数 创建 新建 建立 删除 部署 描述 检测 显示 展示 下载 绘制 画 编辑 编码 执行 导出 提取 抽取 抓取 获取 取得
  过滤 筛选 查找 查询 查看 查 搜索 搜 找出 找到 找 转发 生成 制作 分组 识别 导入 插入 安装 邀请 加入 标记 列出 列举 加载 测量 移动 通知
  打开 解析 支付 播放 预测 打印 发布 推送 拉取 读取 读 阅读 记录 注册 移除 重命名 替换 汇报 报告 重启 保存 存入 存 扫描 安排 选择 选出
  发送 发 寄送 寄 设置 分享 排序 拆分 启动 运行 停止 存储 总结 概括 汇总 求和 告诉 测试 跟踪 翻译 译成 更新 上传 验证 访问 写入 写 打包 给出 输出`;

const either = (words: string): string => words.trim().split(/\s+/u).join('|');

/** How an English step begins. */
export const verbEn: RegExp = new RegExp(`^(?:${either(verbsEn)})\\b`, 'iu');
/** How a Chinese one does: with a verb, or with what is done something to. */
export const verbZh: RegExp = new RegExp(
  `^(?:分别|逐个|逐一|依次)?(?:${either(verbsZh)}|[把将给对向用按在从])`,
  'u',
);

/** Verbs wherever they stand: what is left of a text without them is what it says besides what is to be done. */
export const verbsZhAnywhere: RegExp = new RegExp(either(verbsZh), 'gu');

/** Pairs of verbs that are one thing to do. */
export const onePair: RegExp =
  /\b(?:(?:search|find) and replace|copy and paste|cut and paste|drag and drop)\b/iu;

/** How one step hangs on the one before: said to come later, said to go beside it, or only said after it. */
export type Link = 'then' | 'beside' | 'and';

interface Connective {
  readonly link: Link;
  /** From the beginning of what may be a connective. */
  readonly pattern: RegExp;
  /** Whether a step must begin behind it, so that "salt and pepper" is left alone. */
  readonly beforeVerb: boolean;
  /** Whether a new sentence begins: what held for the steps before holds no longer. */
  readonly ends?: boolean;
}

/** At each place of a text the first that matches counts. */
export const connectives: readonly Connective[] = [
  {
    link: 'beside',
    pattern:
      /^[\s,;.]*\b(?:and )?(?:at the same time|meanwhile|in parallel|simultaneously|concurrently)\b,?\s*/iu,
    beforeVerb: false,
  },
  { link: 'beside', pattern: /^[，,；;。\s]*(?:与此同时|同时|并行地?)[，,\s]*/u, beforeVerb: false },
  {
    link: 'then',
    pattern:
      /^[\s,;.]*\b(?:and )?(?:then|after that|after this|afterwards?|thereafter|subsequently|finally|lastly|followed by|once (?:that|this) is done)\b,?\s*/iu,
    beforeVerb: false,
  },
  { link: 'then', pattern: /^[\s,;.]*\bnext,\s*/iu, beforeVerb: false },
  {
    link: 'then',
    pattern: /^[，,；;。\s]*(?:然后|接着|接下来|随后|最后|之后|其后|完成后)[再，,\s]*/u,
    beforeVerb: false,
  },
  { link: 'then', pattern: /^[，,；;。\s]*(?:再|才)/u, beforeVerb: true },
  { link: 'then', pattern: /^\s*\n\s*(?:\d{1,2}[.)、．]|[-*•])\s*/u, beforeVerb: false, ends: true },
  {
    link: 'and',
    pattern: /^\s*(?:[;!?](?=\s|$)|\.(?=\s+\S|\s*$)|[。；！？]|\n+)\s*/u,
    beforeVerb: false,
    ends: true,
  },
  {
    link: 'and',
    pattern: /^[\s,]*\b(?:and also|and|as well as|also|plus)\b\s+(?:please )?/iu,
    beforeVerb: true,
  },
  { link: 'and', pattern: /^,\s+/u, beforeVerb: true },
  { link: 'and', pattern: /^[，,、\s]*(?:并且|而且|以及|并|且|和)\s*/u, beforeVerb: true },
  { link: 'and', pattern: /^[，,]\s*/u, beforeVerb: true },
];

/** What stands before a step and says nothing of it. */
export const leadIn: RegExp =
  /^(?:\s*(?:\d{1,2}[.)、．]|[-*•])\s+|\s*(?:please|first of all|first|firstly|to begin with|could you|can you|i want to|i need to|let's)\b[,\s]*|[\s，,]*(?:请帮我|帮我|请|首先|第[一二三四五六七八九十]步[，,：:]?|先|就|则|我想|我要|需要)|[\s，,:：]+)/iu;

/** "if …," and "如果…，": the condition, then what depends on it. */
export const conditionAtStart: readonly RegExp[] = [
  /^(?<word>if|when|unless|in case|provided that)\s+(?<said>.+?)(?:,\s*(?:then\s+)?|\s+then\s+)/iu,
  /^(?<word>如果|若是|假如|要是|当|若|除非)(?<said>.+?)(?:的话|的时候|时)?(?:[，,]\s*(?:那么|就|则)?|就|则)/u,
];
/** "… if it is over 30", at the end of a step. */
export const conditionAtEnd: RegExp = /[\s,]+(?<word>if|unless|in case)\s+(?<said>[^,]+)$/iu;
/** "otherwise …": when the condition before does not hold. */
export const otherwise: RegExp =
  /^[\s,;，；。]*(?:or else|otherwise|else|if not|否则|不然|反之)[\s,，]*(?:就)?/iu;

/** "for each …": what it is for, in `said`. */
export const eachAtStart: readonly RegExp[] = [
  new RegExp(
    `^for (?:each|every)(?: one)?(?: of)? (?<said>[^.;\\n]+?)(?:,\\s*|\\s+)(?=(?:${either(verbsEn)})\\b)`,
    'iu',
  ),
  /^(?:对于|针对|对)(?:每一?[个份条张篇行项封位]|每)(?<said>[^，,]*?)(?:都|分别)?[，,]\s*/u,
  /^(?:对于|针对|对)(?<said>[^，,]*?)(?:中的)?(?:每一?[个份条张篇行项封位])(?:都|分别)?[，,]?/u,
  /^(?:对于|针对|对)(?<said>[^，,]+?)(?:分别|逐个|逐一|依次)/u,
];
export const eachAtEnd: RegExp = /[\s,]+for (?:each|every)(?: one)?(?: of)? (?<said>[^,]+)$/iu;
/** In the middle: "read each of them", "每个文件". What is left keeps the noun. */
export const eachInside: readonly RegExp[] = [
  /\b(?:each|every)(?: one)? of (?<said>them|these|those|the \w+)\b/iu,
  /\b(?:each|every) (?<said>[a-z]+)\b(?! of\b)/iu,
  /\beach\b(?<said>)/iu,
  /每一?[个份条张篇行项封位](?<said>[\p{Script=Han}]{0,4}?)(?=的|都|[，,。]|$)/u,
  /(?:分别|逐个|逐一|依次)(?<said>)/u,
];
