import { stem } from './words.ts';

/** Words that stand for one another where a value is announced. A row is one idea. */
const rows: readonly string[] = [
  'people person persons ppl adult adults guest guests passenger passengers traveler travelers attendee seat seats 人 人数 乘客',
  'kid kids child children family 儿童 孩子 小孩',
  'price cost fee budget amount dollars 价格 费用 预算 金额',
  'duration long length last lasts lasting period 时长 持续',
  'start begin beginning from starting 开始 起始',
  'end finish until ending 结束 截止',
  'buy bought purchase purchased 购买',
  'sell sold sale 出售',
  'rating rated stars star review score 评分 评级',
  'weight weighs weighing heavy 体重 重量',
  'height tall high 身高 高度',
  'age old aged 年龄 岁',
  'speed velocity fast traveling moving 速度',
  'size big large dimensions 大小 尺寸',
  'phone mobile telephone 电话 手机',
  'limit maximum most top up 最多 上限',
  'minimum least 最少 至少',
  'probability chance odds likelihood 概率',
  'trial trials times attempts 次数',
  'interest rate apr 利率',
  'country nation 国家',
  'film movie 电影',
  'directed director 导演',
  'actor actress cast starring stars acted featuring feature 演员',
  'recipient receiver to 收件人',
  'keyword topic about regarding 主题 关于',
  'exclude excluding without avoid except allergy 排除 不含 过敏 避免',
  'distance far away within radius 距离 半径',
];

const relatives = new Map<string, Set<string>>();
for (const row of rows) {
  const stems = row.split(' ').map(stem);
  for (const one of stems)
    relatives.set(one, new Set([...(relatives.get(one) ?? []), ...stems.filter((other) => other !== one)]));
}

/** Stems of words that often announce the same thing. */
export function relatedTo(stemmed: string): Iterable<string> {
  return relatives.get(stemmed) ?? [];
}
