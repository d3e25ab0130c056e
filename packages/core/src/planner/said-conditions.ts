import type { JsonValue } from '../schema/json-schema.ts';
import { termsOf, type Offer } from './offers.ts';
import { namesIt } from './said-references.ts';
import type { SaidCondition } from './split-task.ts';

/** A condition as a plan writes it, and the node that it looks at. */
export interface WiredCondition {
  readonly when: JsonValue;
  readonly node: string | undefined;
}

type Comparison = 'greater_than' | 'less_than' | 'equals' | 'not_equals';

interface Comparer {
  readonly pattern: RegExp;
  readonly by: Comparison;
  /** "at least" is not "less than". */
  readonly negated?: boolean;
}

/** What a comparison is said with, the longer before what is part of it. `left` is what is compared, `right` with what. */
const comparers: readonly Comparer[] = [
  {
    pattern: said('at least|no less than|not less than|not below|>=|≥|不低于|不小于|不少于|至少|大于等于'),
    by: 'less_than',
    negated: true,
  },
  {
    pattern: said(
      'at most|no more than|not more than|not above|<=|≤|不超过|不高于|不大于|不多于|至多|小于等于',
    ),
    by: 'greater_than',
    negated: true,
  },
  {
    pattern: said(
      'above|over|more than|greater than|higher than|larger than|exceeds|exceed|>|高于|大于|超过|多于|超出',
    ),
    by: 'greater_than',
  },
  {
    pattern: said('below|under|less than|lower than|smaller than|fewer than|<|低于|小于|少于|不足|不到'),
    by: 'less_than',
  },
  {
    pattern: said("not equal to|does not equal|is not|are not|isn't|!=|≠|不等于|不是|不为"),
    by: 'not_equals',
  },
  { pattern: said('equals|equal to|is|are|==|=|等于|是|为'), by: 'equals' },
];

function said(words: string): RegExp {
  return new RegExp(
    `^(?<left>.*?)(?:(?<![a-z])(?:is |are |was )?(?:${words})(?![a-z]))\\s*(?<right>.+)$`,
    'iu',
  );
}

const nothing = /\b(?:no|none|nothing|not any|without)\b|n['’]t\b|没有|无|未|不存在|为空/iu;
const something =
  /\b(?:there (?:is|are|was|were)|any|some|something|anything|found|exists?|at least one)\b|有|存在|找到|发现|不为空/iu;

/** What a condition says of what earlier steps give; undefined when it says nothing that a plan could ask. */
export function wireCondition(
  { text, negated }: SaidCondition,
  offers: readonly Offer[],
): WiredCondition | undefined {
  const found = comparison(text, offers) ?? presence(text, offers);
  if (found === undefined) return undefined;
  return negated ? { ...found, when: { not: found.when } } : found;
}

function comparison(text: string, offers: readonly Offer[]): WiredCondition | undefined {
  for (const { pattern, by, negated = false } of comparers) {
    const match = pattern.exec(text);
    if (match?.groups === undefined) continue;
    const right = toValue(match.groups['right'] ?? '');
    if (right === undefined) continue;
    const subject = `${match.groups['left'] ?? ''} ${right.unit}`;
    const offer = subjectOf(subject, offers, typeof right.value);
    if (offer === undefined) return undefined;
    const when = { value: `{{${offer.reference}}}`, [by]: right.value };
    return { when: negated ? { not: when } : when, node: offer.node };
  }
  return undefined;
}

/** "there are any matches", "nothing was found". */
function presence(text: string, offers: readonly Offer[]): WiredCondition | undefined {
  const isAbsent = nothing.test(text) && !/不为空/u.test(text);
  if (!isAbsent && !something.test(text)) return undefined;
  const offer = subjectOf(text, offers, undefined);
  if (offer === undefined) return undefined;
  const when = `{{${offer.reference}}}`;
  return { when: isAbsent ? { not: when } : when, node: offer.node };
}

/** Words of a condition that name nothing. */
const hollow =
  /\b(?:the|it|its|that|this|there|is|are|was|were|any|some|no|not|none|nothing|something|anything|found|exists?|result|results|output|value|than|at|one)\b|(?:如果|结果|输出|它|其|有|没有|无|存在|不存在|找到|发现|为空|的|任何|了)/giu;

/** What a condition is about: what it names, or else what the last step gave that can be compared so. */
function subjectOf(text: string, offers: readonly Offer[], type: string | undefined): Offer | undefined {
  const terms = termsOf(text.replaceAll(hollow, ' '));
  const fits = ({ types }: Offer): boolean =>
    type === undefined ||
    types.length === 0 ||
    types.some((one) => (one === 'integer' ? 'number' : one) === type);
  const named = offers.filter(
    (offer) => terms.size > 0 && offer.name !== '' && namesIt(terms, offer.nameTerms, offer.terms),
  );
  const direct = named.find(fits);
  if (direct !== undefined) return direct;
  const latest = offers.filter(({ node }) => node === (named[0]?.node ?? offers[0]?.node));
  // How many of a list there are stands beside it.
  const counted = latest.find(
    (offer) => fits(offer) && /^(?:total|count|number_of|size|length)/u.test(offer.name),
  );
  if (named.length > 0) return type === 'number' ? counted : undefined;
  if (terms.size > 0 && type !== undefined && !/^\s*$/u.test(text.replaceAll(hollow, ''))) return undefined;
  return latest.find((offer) => offer.main && fits(offer)) ?? latest.find(fits);
}

function toValue(text: string): { value: string | number | boolean; unit: string } | undefined {
  const given = text.trim();
  const number = /^(-?\d+(?:\.\d+)?)\s*(.*)$/u.exec(given.replaceAll(/(?<=\d),(?=\d{3})/gu, ''));
  if (number !== null) return { value: Number(number[1]), unit: unitWord(number[2] ?? '') };
  const quoted = /^["“'`「](.*)["”'`」]$/u.exec(given);
  if (quoted !== null) return { value: quoted[1] ?? '', unit: '' };
  if (/^(?:true|yes|真)$/iu.test(given)) return { value: true, unit: '' };
  if (/^(?:false|no|假)$/iu.test(given)) return { value: false, unit: '' };
  return undefined;
}

/** "5 matches" names what is counted; "30 degrees" only measures. */
function unitWord(text: string): string {
  return /^(?:degrees|percent|seconds|minutes|°|%|度|元|美元|dollars|euros|个|条)/iu.test(text) ? '' : text;
}
