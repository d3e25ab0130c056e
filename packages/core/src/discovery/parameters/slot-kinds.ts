import type { PlainObject } from '../../schema/json-type.ts';
import { nameWords } from './words.ts';

/** What sort of thing a slot holds, as its name and description tell, and the small words that announce such things. */
export interface SlotKind {
  readonly name: KindName;
  readonly cues: readonly string[];
  /** The first or the last of two: "from A to B", "start and end". */
  readonly role?: 'from' | 'to';
}

export type KindName =
  | 'date'
  | 'time'
  | 'moment'
  | 'year'
  | 'email'
  | 'url'
  | 'path'
  | 'phone'
  | 'id'
  | 'place'
  | 'person'
  | 'language'
  | 'currency'
  | 'unit'
  | 'free'
  | 'name'
  | 'formula'
  | 'period'
  | 'other';

interface Facts {
  readonly type: string;
  readonly schema: PlainObject;
  readonly description: string;
}

const placeNames =
  /\b(?:city|street|cities|location|locations|place|country|countries|region|regions|state|town|destination|origin|address|where|county|province|district|venue|neighborhood|station|airport|jurisdiction)\b|城市|国家|地点|地区|位置|地址|省份|区域|所在地|目的地|出发地|住址/u;
const personNames =
  /\b(?:person|people|player|artist|author|actor|actress|director|singer|customer|user|patient|employee|contact|receiver|recipient|sender|chef|celebrity|participant|guest|owner|cast|starring|directed|student|doctor|candidate|composer|musician|athlete|member|friend)\b|姓名|演员|导演|作者|联系人|收件人|歌手|客户/u;
const venueNames =
  /\b(?:theater|theatre|cinema|hotel|restaurant|museum|venue|store|shop|bar|cafe|school|university|hospital|clinic|stadium|park|facility|spa|gym|library|center|centre)\b/u;
const freeNames =
  /^(?:query|q|keyword|keywords|text|message|content|question|prompt|statement|note|notes|comment|comments|description|body|input|topic|subject|sentence|answer|term|search|purpose|request|reason|details|instructions|summary|feedback|context|command|phrase|code|caption|review|title|theme|problem|issue|symptoms|goal)$/u;
const freeDescription =
  /^(?:the )?(?:search (?:query|term|string)|text|message|question|keyword|content|body)\b|查询内容|搜索内容|关键词|文本|内容|问题|描述|消息|主题/iu;
const fromRole =
  /\b(?:start|starts|starting|begin|beginning|origin|source|departure|depart|pickup|base|since|initial|check[- ]?in|lower|min|minimum)\b|起始|开始|出发|来源|起点|最小|最低|源/u;
const toRole =
  /\b(?:end|ends|ending|finish|destination|target|arrival|arrive|dropoff|until|check[- ]?out|final|return|upper|max|maximum)\b|结束|截止|到达|目的|终点|最大|最高|目标/u;

export function kindOf(name: string, { type, schema, description }: Facts): SlotKind {
  const words = nameWords(name).join(' ');
  const opening = description.slice(0, 160).toLowerCase();
  const role = roleOf(words, opening);
  const kind = nameOfKind(words, opening, type, schema);
  return {
    name: kind,
    cues: [...announcedBy(kind, words), ...(role === undefined ? [] : roleCues[role])],
    ...(role === undefined ? {} : { role }),
  };
}

function nameOfKind(words: string, opening: string, type: string, { format }: PlainObject): KindName {
  const has = (pattern: RegExp): boolean => pattern.test(words);
  if (format === 'date' || format === 'date-time' || format === 'time')
    return format === 'date-time' ? 'moment' : format;
  if (format === 'email') return 'email';
  if (format === 'uri' || format === 'url') return 'url';
  if (type === 'integer' || type === 'number')
    return (has(/\byear\b/u) && !has(/\bper year\b/u)) ||
      (/\b(?:year|season)\b|年份|赛季/u.test(opening) && /^\D*(?:19|20)\d\d\D*$/u.test(opening)) ||
      /^(?:the )?year\b|年份/u.test(opening)
      ? 'year'
      : 'other';
  if (type !== 'string' && type !== 'array') return 'other';
  if (
    has(/\be?mails?\b/u) ||
    /\be-?mail address(?:es)?\b|^(?:the )?(?:recipient(?:'s)? )?e-?mail\b|邮箱|电子邮件地址/u.test(opening)
  )
    return 'email';
  if (has(/\b(?:url|uri|link|website|webpage)\b/u) || /\burl\b|网址|链接/u.test(opening)) return 'url';
  if (has(/\b(?:date ?time|timestamp)\b/u) || /\bdate and time\b|日期和时间/u.test(opening)) return 'moment';
  if (
    has(/\b(?:date|day|birthday|birthdate|dob)\b/u) ||
    /^(?:the |a )?(?:[a-z-]+ ){0,2}date\b|日期|生日/u.test(opening)
  )
    return 'date';
  if (has(/\btime\b/u) && !has(/\b(?:time ?frame|period|range|zone|timezone|span)\b/u))
    return /\bdate\b|日期/u.test(opening) ? 'moment' : 'time';
  if (
    has(/\b(?:time ?frame|period|time ?range|time ?span|timeline|horizon)\b/u) ||
    /时间范围|时间段|周期/u.test(opening)
  )
    return 'period';
  if (has(/\byear\b/u)) return 'year';
  if (has(/\b(?:phone|mobile|telephone|tel)\b/u) || /电话|手机号/u.test(opening)) return 'phone';
  if (
    has(/\b(?:path|file|filename|filepath|directory|folder)\b/u) ||
    /\bpath\b|\bfile ?name\b|路径|文件名/u.test(opening)
  )
    return 'path';
  if (
    has(/\b(?:id|ids|identifier|uuid|code|serial|key|token|number|ident|isbn|sku|vin|ticker)\b/u) ||
    /unique identifier|标识|编号|识别码/u.test(opening)
  )
    return 'id';
  if (has(/\b(?:language|lang|locale)\b/u) || /语言/u.test(opening)) return 'language';
  if (has(/\bcurrency\b/u) || /货币|币种/u.test(opening)) return 'currency';
  if (has(/\bunits?\b/u)) return 'unit';
  if (has(/\b(?:function|equation|expression|formula)\b/u)) return 'formula';
  if (has(placeNames) || /^(?:from|to)$/u.test(words)) return 'place';
  if (has(personNames)) return 'person';
  if (freeNames.test(words)) return 'free';
  if (placeNames.test(opening) && !has(/\bname\b/u)) return 'place';
  if (personNames.test(opening) && has(/\bname\b/u)) return 'person';
  if (freeDescription.test(opening)) return 'free';
  if (has(/\b(?:name|title)\b/u) || /名称|名字/u.test(opening)) return 'name';
  return 'other';
}

function roleOf(words: string, opening: string): 'from' | 'to' | undefined {
  const [from, to] = [
    fromRole.test(words) || /\bfrom\b/u.test(words),
    toRole.test(words) || /\bto\b/u.test(words),
  ];
  if (from !== to) return from ? 'from' : 'to';
  const [saidFrom, saidTo] = [fromRole.test(opening), toRole.test(opening)];
  if (saidFrom === saidTo) return undefined;
  return saidFrom ? 'from' : 'to';
}

export function withoutRole({ name, cues, role }: SlotKind): SlotKind {
  const roleWords: readonly string[] = role === undefined ? [] : roleCues[role];
  return { name, cues: cues.filter((cue) => !roleWords.includes(cue)) };
}

function announcedBy(kind: KindName, words: string): readonly string[] {
  if (kind === 'name' && venueNames.test(words)) return ['at'];
  if (kind !== 'person') return announcing[kind] ?? [];
  return /\b(?:by|author|director|writer|composer|creator|artist|singer|band|musician|performer|painter|designer)\b/u.test(
    words,
  )
    ? ['by']
    : ['with', 'named', 'starring', 'featuring', 'feature', 'acted', 'stars'];
}

const announcing: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  place: ['in', 'at', 'near', 'around', 'located', 'visit', '位于'],
  date: ['on'],
  time: ['at'],
  moment: ['on', 'at'],
  year: ['in', 'year'],
  path: ['at', 'file'],
  email: ['email', 'mail'],
};

const roleCues = {
  from: ['from', 'between', 'starting', 'since'],
  to: ['to', 'until', 'till', 'through'],
} as const;
