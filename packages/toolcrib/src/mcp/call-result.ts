import type { CallToolResult } from '@modelcontextprotocol/server';
import { toWire, type FailureResult, type ToolResult } from '@toolcrib/core';
import { isObject } from '../connectors/json-object.ts';
import { blocksOf, contentOf } from './content-blocks.ts';

/** Where the rest of our result stands: the call's id, how it ended, and what it took. */
const resultKey = 'toolcrib/result';

/** A result as the protocol writes it. What a call may not do, or did wrong, is an error that the model reads. */
export function toCallResult(result: ToolResult): CallToolResult {
  const { call_id, status, error_code, station, metadata } = toWire(result);
  const meta = { [resultKey]: { call_id, status, error_code, station, metadata } };
  if (result.status !== 'success')
    return { content: [{ type: 'text', text: textOfFailure(result) }], isError: true, _meta: meta };
  const blocks = contentOf(result.output);
  if (blocks !== undefined) return { content: blocks, _meta: meta };
  const { text, structured } = written(result.output);
  const beside = blocksOf(metadata['content']) ?? [];
  return {
    content: [{ type: 'text', text }, ...beside],
    ...(structured !== undefined && { structuredContent: structured }),
    _meta: meta,
  };
}

/** What a model needs to do better: what happened, where, by which rule, and the way out. */
function textOfFailure(result: FailureResult): string {
  const { status, error, error_code, station, rule, remedy, metadata } = toWire(result);
  const { outcome_unknown } = metadata;
  return JSON.stringify({ status, error, error_code, station, rule, remedy, outcome_unknown });
}

interface Written {
  readonly text: string;
  readonly structured?: { [key: string]: unknown };
}

/** An output may be anything; one that is no JSON is told as far as it can be. */
function written(output: unknown): Written {
  if (typeof output === 'string') return { text: output };
  try {
    const text = JSON.stringify(output) ?? 'null';
    if (!text.startsWith('{')) return { text };
    return { text, structured: isPlain(output) ? output : (JSON.parse(text) as { [key: string]: unknown }) };
  } catch {
    return { text: String(output) };
  }
}

function isPlain(value: unknown): value is { [key: string]: unknown } {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
