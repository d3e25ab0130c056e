import { chineseFunctionWords, functionWords } from './stop-words.ts';
import { hasHan, isHan } from './words.ts';

/** A run of words that carry meaning, between two that do not: "19th century" of "made in the 19th century". */
export interface Phrase {
  readonly start: number;
  readonly end: number;
}

const latin = /(?!\p{Script=Han})[\p{L}\p{N}](?:(?!\p{Script=Han})[\p{L}\p{N}'’&/+#-]){0,60}/gu;

export function findPhrases(text: string): Phrase[] {
  return [...latinPhrases(text), ...chinesePhrases(text)];
}

function latinPhrases(text: string): Phrase[] {
  const found: Phrase[] = [];
  let open: { start: number; end: number } | undefined;
  for (const match of text.matchAll(latin)) {
    const word = match[0].replace(/['’]s?$/u, '');
    const start = match.index;
    const carries = !functionWords.has(match[0].toLowerCase()) && word !== '';
    const joins = open !== undefined && /^ {1,2}$/u.test(text.slice(open.end, start));
    if (open !== undefined && (!joins || !carries)) {
      found.push(open);
      open = undefined;
    }
    if (!carries) continue;
    if (open === undefined) open = { start, end: start + word.length };
    else open.end = start + word.length;
    if (word.length < match[0].length) {
      found.push(open);
      open = undefined;
    }
  }
  if (open !== undefined) found.push(open);
  return found;
}

const functionIndex = new Map<string, string[]>();
for (const word of chineseFunctionWords) {
  const first = word[0] as string;
  functionIndex.set(first, [...(functionIndex.get(first) ?? []), word]);
}

function chinesePhrases(text: string): Phrase[] {
  const found: Phrase[] = [];
  let start = -1;
  let index = 0;
  const close = (end: number): void => {
    if (start >= 0 && end > start + 1 && hasHan(text.slice(start, end))) found.push({ start, end });
    start = -1;
  };
  while (index < text.length) {
    const character = text[index] as string;
    const word = functionIndex.get(character)?.find((one) => text.startsWith(one, index));
    if (word !== undefined && !isInsideWord(text, index, word)) {
      close(index);
      index += word.length;
    } else if (
      isHan(character) ||
      (start >= 0 && /[\w.+#/-]/u.test(character) && isHan(text[index - 1])) ||
      /[\w]/u.test(character)
    ) {
      if (start < 0) start = index;
      index++;
    } else {
      close(index);
      index++;
    }
  }
  close(text.length);
  return found;
}

/** One character alone is often part of a word: 和 of 和平, 要 of 重要, 地 of 地铁. */
const insideWords: readonly string[] = (
  '和平 和谐 重要 主要 地铁 地区 地点 地址 地图 地方 地球 地理 地板 地面 土地 当地 目的 目的地 有限 有机 所有 拥有 没收 对象 对比 相对 针对 用户 应用 使用 信用卡 信用 费用 作用 用品 从事 将军 给予 跟踪 到达 预算 ' +
  '为主 行为 是非 现在 存在 在线 过去 过敏 经过 过程 通过 得分 获得 心得 看法 说明 说话 小说 来源 未来 去年 不同 不足 不良 不锈钢 就业 成就 再生 还款 归还 都市 首都 成都 以上 以下 可以 以太坊 以色列 与会 参与 及时 普及 涉及 向量 方向 倾向 导向 ' +
  '将来 把握 做法 想象 理想 思想 想法 要求 需要 摘要 要素 查收 检查 调查 找零 看病 有效 有氧 比较文学 无线 无人机 无人 无障碍 无糖 无氧 着色 着装 过滤 超过 由于 自由 理由 被子 中和 饱和 温和 能力 智能 性能 功能 节能 太阳能 能源 能量 来自 起来 中等 高等 初等 等级 等待 平等 让利 转让 天地 耕地 草地 基地 场地 工地 内地 本地 湿地 营养 分析 于是 对话 对冲 应对 对抗 至少 甚至 去除'
).split(' ');
const insideIndex = new Map<string, string[]>();
for (const word of insideWords) {
  for (const character of word) insideIndex.set(character, [...(insideIndex.get(character) ?? []), word]);
}

function isInsideWord(text: string, index: number, word: string): boolean {
  if (word.length > 1) return false;
  return (insideIndex.get(word) ?? []).some((longer) => {
    let offset = longer.indexOf(word);
    while (offset >= 0) {
      if (text.startsWith(longer, index - offset)) return true;
      offset = longer.indexOf(word, offset + 1);
    }
    return false;
  });
}
