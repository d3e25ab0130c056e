import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { runStringOperation } from './string-operations.ts';
import { stringParameters } from './string-parameters.ts';

/** Text operations that models get wrong by hand: counting, reversing, encoding, padding. */
export const string: Tool = defineTool({
  type: 'builtin',
  name: 'string',
  description: [
    'Work on a text: change its case, measure, search, cut, join, encode or decode it.',
    '- upper, lower, capitalize (first letter), title (every word), trim, reverse: `text` → text',
    '- length: counts of characters, code points, UTF-8 bytes, words and lines',
    '- contains, starts_with, ends_with, count, index_of (-1 when absent): look for `search`, literally',
    '- replace: every `search` by `replacement`',
    '- split: at `separator`; lines, words: `text` → list; join: `items` with `separator`',
    '- slice: from `start` up to `end`; pad_start, pad_end: to `length` with `fill`; repeat: `count` times',
    '- camel_case, pascal_case, snake_case, kebab_case: `text` → identifier',
    '- base64_encode, base64_decode, hex_encode, hex_decode, url_encode, url_decode: of the UTF-8 text',
    '- html_escape, html_unescape; normalize: to the Unicode `form`',
  ].join('\n'),
  shortDescription: 'Change, measure, search, split, join, encode or decode a text.',
  whenToUse:
    'When the letters matter exactly: counting characters, reversing, padding, changing case, Base64, URL or HTML escapes.',
  category: 'text',
  tier: 'low',
  tags: ['text', 'string', 'case', 'count', 'replace', 'split', 'join', 'base64', 'encode', 'decode'],
  annotations: { readOnly: true, idempotent: true },
  source: 'builtin',
  parameters: stringParameters,
  returns: {
    type: 'object',
    properties: {
      result: {
        type: ['string', 'number', 'boolean', 'array', 'object'],
        description: 'A text; a list for split, lines and words; a number or a yes or no for questions',
      },
    },
    required: ['result'],
  },
  examples: [
    {
      description: 'Count a letter',
      arguments: { operation: 'count', text: 'strawberry', search: 'r' },
      output: { result: 3 },
    },
    {
      description: 'Make an identifier',
      arguments: { operation: 'snake_case', text: 'HTTPServer name' },
      output: { result: 'http_server_name' },
    },
    {
      description: 'Encode a text of any language as Base64',
      arguments: { operation: 'base64_encode', text: 'Grüße' },
      output: { result: 'R3LDvMOfZQ==' },
    },
    {
      description: 'Put parts together',
      arguments: { operation: 'join', items: ['a', 'b', 3], separator: '-' },
      output: { result: 'a-b-3' },
    },
  ],
  cautions: [
    '`search` and `separator` are literal text; there are no regular expressions.',
    'html_unescape knows entities with numbers, and amp, lt, gt, quot, apos and nbsp; others stay as they are.',
    'slice, index_of and padding count Unicode code points, from 0; an emoji can be several of them.',
    'A text has at most 100,000 characters, and 50,000 for length, words, reverse and split into characters.',
    'A result has at most 1,000,000 characters.',
  ],
  run: (input) => ({ result: runStringOperation(input) }),
});
