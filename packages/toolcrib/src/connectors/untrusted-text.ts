import type { JsonValue } from '@toolcrib/core';
import type { SourceDefinition } from './tool-source.ts';

/** What a person should look at twice before accepting a definition. */
export interface Suspicion {
  readonly kind: SuspicionKind;
  /** Where it stands, such as `parameters.properties.path.description`. */
  readonly path: string;
  /** The words that gave rise to it, with nothing hidden in them. */
  readonly words: string;
}

export type SuspicionKind =
  | 'hidden_characters'
  | 'escape_sequence'
  | 'addresses_the_model'
  | 'asks_for_secrets'
  | 'hides_from_the_user'
  | 'speaks_of_other_tools'
  | 'long_code';

/**
 * What nobody sees and what moves the cursor: controls other than line ends and tabs, marks that turn the direction of
 * writing, characters without a width, tags, private ones, half characters.
 */
const hidden =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{E0100}-\u{E01EF}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu;

/** A description as a model and a terminal may be shown it: what was hidden in it is written out. */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** A definition with every text in it cleaned; names and values, which must stay what they are, are left alone. */
export function cleanDefinition(definition: SourceDefinition): SourceDefinition {
  return clean(definition as JsonValue, 'definition') as SourceDefinition;
}

/** Descriptions and the like, at any depth. A parameter may be called `description`, and is none. */
const textFields = new Set([
  'description',
  'shortDescription',
  'whenToUse',
  'title',
  'deprecated',
  '$comment',
]);
const listsOfTexts = new Set(['cautions']);
/** Keys whose members are named by the author and are schemas, not texts. */
const mapsOfSchemas = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
/** Keys that hold data: an example or a default is what it is. */
const dataFields = new Set([
  'default',
  'const',
  'enum',
  'examples',
  'example',
  'arguments',
  'output',
  'implementation',
]);

type Holder = 'definition' | 'map';

function clean(value: JsonValue | undefined, holder: Holder): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => clean(item, 'definition') as JsonValue);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as { [key: string]: JsonValue | undefined });
  return Object.fromEntries(
    members.map(([key, member]) => [
      key,
      holder === 'map' ? clean(member, 'definition') : cleanMember(key, member),
    ]),
  ) as JsonValue;
}

function cleanMember(key: string, member: JsonValue | undefined): JsonValue | undefined {
  if (typeof member === 'string') return textFields.has(key) ? cleanText(member) : member;
  if (listsOfTexts.has(key) && Array.isArray(member))
    return member.map((item) => (typeof item === 'string' ? cleanText(item) : item));
  if (dataFields.has(key)) return member;
  return clean(member, mapsOfSchemas.has(key) ? 'map' : 'definition');
}

/** Looks through every text of a definition as its source gave it, names and values too. */
export function suspicionsIn(definition: SourceDefinition): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const waiting: (readonly [path: string, value: JsonValue | undefined])[] = [['', definition as JsonValue]];
  for (let next = waiting.pop(); next !== undefined && found.length < most; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') found.push(...suspicionsInText(value, path));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      const place = path === '' ? key : `${path}.${key}`;
      found.push(...suspicionsInText(key, path, ['hidden_characters', 'escape_sequence']));
      waiting.push([place, member]);
    }
  }
  return found.slice(0, most);
}

/** A definition full of them needs no longer list. */
const most = 20;

function suspicionsInText(text: string, path: string, kinds?: readonly SuspicionKind[]): Suspicion[] {
  return patterns.flatMap(([kind, pattern]) => {
    if (kinds !== undefined && !kinds.includes(kind)) return [];
    const match = pattern.exec(text);
    return match === null ? [] : [{ kind, path: cleanText(path), words: around(text, match) }];
  });
}

/** The words themselves with a little of what stands around them. */
function around(text: string, { index, 0: { length } }: RegExpExecArray): string {
  const cut = text.slice(Math.max(0, index - 20), index + Math.min(length, 80) + 20);
  return cleanText(cut).replaceAll(/\s+/gu, ' ').trim();
}

/**
 * Ways in which descriptions have been used to steer models. They tell a person where to look and stop nothing by
 * themselves, so that a tool which speaks of passwords for good reasons costs one more look.
 */
const patterns: readonly (readonly [SuspicionKind, RegExp])[] = [
  ['escape_sequence', new RegExp(`[${String.fromCodePoint(0x1b, 0x9b)}]`, 'u')],
  ['hidden_characters', new RegExp(hidden.source, 'u')],
  [
    'addresses_the_model',
    /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|other|all|system)\b|<\/?(?:important|system|instructions?|assistant|secret|hidden)\b[^>]{0,40}>|\b(?:system prompt|you are (?:now|an?)\b|as an ai\b|you (?:must|should) always|always (?:call|use|run|execute) this tool|before (?:using|calling|you use|you call) (?:this|any|other)|do not (?:ask|wait) for (?:confirmation|permission|approval))|(?:忽略|无视|忘记)[^。\n]{0,20}(?:之前|以上|先前|所有|系统)|(?:系统提示|你必须始终|务必先调用|无需确认|不要询问)/iu,
  ],
  [
    'asks_for_secrets',
    /~\/\.(?:ssh|aws|config|kube|gnupg|netrc|npmrc)|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)|\.env\b(?![\w.-]*\s*(?:example|sample))|\b(?:pass|include|send|provide|append|paste)\b[^.\n]{0,60}\b(?:conversation|chat history|private key|password|api key|access token|credentials)\b|(?:附上|发送|提供|传入)[^。\n]{0,20}(?:对话|聊天记录|私钥|密码|密钥|凭证)/iu,
  ],
  [
    'hides_from_the_user',
    /\b(?:do not|don't|never|without)\b[^.\n]{0,20}\b(?:tell|telling|mention|mentioning|inform|informing|show|showing|notify|notifying|reveal)\b[^.\n]{0,30}\b(?:user|human|person|anyone|this)\b|(?:不要|不得|切勿|别)[^。\n]{0,6}(?:告诉|告知|提及|透露)[^。\n]{0,8}(?:用户|任何人)/iu,
  ],
  [
    'speaks_of_other_tools',
    /\b(?:instead of|rather than|in place of|before|after)\b[^.\n]{0,30}\b(?:the )?[`'"]?\w+[`'"]? tool\b[^.\n]{0,40}\b(?:must|always|call|use)\b|\bother tools?\b[^.\n]{0,40}\b(?:must|should|never|do not|instead)\b|(?:其他工具|别的工具)[^。\n]{0,20}(?:必须|应当|不要|改用)/iu,
  ],
  ['long_code', /[A-Za-z\d+/=_-]{200,}/u],
];
