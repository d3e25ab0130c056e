import type { CallToolResult } from '@modelcontextprotocol/client';
import {
  compileSchema,
  createError,
  type JsonSchemaObject,
  type JsonValue,
  type Locale,
} from '@toolcrib/core';
import { mcpTexts } from './texts.ts';

/** Characters of an answer, all texts and data together. */
const maxCharacters = 5_000_000;

export interface ContentFacts {
  readonly tool: string;
  readonly returns: JsonSchemaObject | undefined;
  readonly locale: Locale;
}

/** What a tool answered, as a caller wants to have it, and what stood beside it. */
export interface Answer {
  readonly output: JsonValue;
  /** Pictures, sounds and resources that came with structured content. */
  readonly beside: readonly JsonValue[];
}

/**
 * Structured content is the answer where there is some; else a text is a text, and everything that is not only text is the
 * list of its blocks: `{ content: [{ type: 'text', … }, { type: 'image', data, mimeType }] }`.
 */
export function toAnswer(result: CallToolResult, { tool, returns, locale }: ContentFacts): Answer {
  if (sizeOf(result) > maxCharacters)
    throw createError('output_too_large', { tool, limit: maxCharacters, unit: 'bytes' });
  const content = (result.content ?? []) as readonly Block[];
  if (result.isError === true)
    throw createError('tool_failed', { tool, detail: textOf(content) || 'isError' });
  const others = content.filter(({ type }) => type !== 'text') as unknown as JsonValue[];
  const structured = result.structuredContent as JsonValue | undefined;
  if (returns !== undefined) check(structured, returns, { tool, locale });
  if (structured !== undefined) return { output: structured, beside: others };
  if (others.length === 0) return { output: textOf(content), beside: [] };
  return { output: { content: content as unknown as JsonValue }, beside: [] };
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

/** The texts of an answer, one after the other. */
function textOf(content: readonly Block[]): string {
  return content.flatMap(({ type, text }) => (type === 'text' ? [text ?? ''] : [])).join('\n');
}

function check(
  structured: JsonValue | undefined,
  returns: JsonSchemaObject,
  { tool, locale }: Pick<ContentFacts, 'tool' | 'locale'>,
): void {
  const texts = mcpTexts(locale);
  if (structured === undefined) throw createError('tool_failed', { tool, detail: texts.noStructuredContent });
  const [problem] = checkerOf(returns)(structured) ?? [];
  if (problem === undefined) return;
  const detail = texts.wrongStructuredContent(problem.path || '/', problem.keyword);
  throw createError('tool_failed', { tool, detail });
}

type Checker = ReturnType<typeof compileSchema>['validate'];
const checkers = new WeakMap<JsonSchemaObject, Checker>();

function checkerOf(schema: JsonSchemaObject): Checker {
  const known = checkers.get(schema);
  if (known !== undefined) return known;
  // What it left out stays out, whatever its schema calls the default.
  const made = compileSchema(schema, { fillsDefaults: false }).validate;
  checkers.set(schema, made);
  return made;
}

/** About how many characters a value has as JSON; it stops counting where it is too large anyway. */
function sizeOf(value: unknown): number {
  let size = 0;
  const waiting = [value];
  while (waiting.length > 0 && size <= maxCharacters) {
    const one = waiting.pop();
    size += typeof one === 'string' ? one.length : 4;
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, held] of Object.entries(one)) {
      size += key.length;
      waiting.push(held);
    }
  }
  return size;
}
