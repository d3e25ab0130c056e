import type { StrictRules } from './strict-schema.ts';

const keywords: ReadonlySet<string> = new Set([
  'pattern',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);

const formats: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** OpenAI's structured outputs: https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
export const openAiStrict: StrictRules = {
  takes: (keyword, value) => keywords.has(keyword) || (keyword === 'format' && formats.has(value)),
  allRequired: true,
  typeLists: true,
  recursion: true,
};
