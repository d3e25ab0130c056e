import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { OpenedClient } from './open-client.ts';
import { ServerFault } from './server-fault.ts';

/** A tool as a server lists it; everything but the name may be anything. */
export interface ListedTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/** More than this nobody needs of one server; the list of one that goes on and on is not used. */
const maxPages = 1000;
const maxTools = 20_000;
const maxCharacters = 50_000_000;

/**
 * Asks a server for its tools, page by page. It is taken as it comes: what the library would refuse is one bad tool among
 * good ones, and is judged one by one.
 */
export async function listTools({ client }: OpenedClient, signal: AbortSignal): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let characters = 0;
  let cursor: string | undefined;
  if (client.getServerCapabilities()?.tools === undefined) return tools;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, anything, { signal, timeout });
    const listed = Array.isArray(answer['tools']) ? (answer['tools'] as unknown[]) : [];
    characters += JSON.stringify(listed).length;
    tools.push(...listed.filter(hasName));
    const next: unknown = answer['nextCursor'];
    if (typeof next !== 'string' || next === cursor) return tools;
    if (tools.length > maxTools || characters > maxCharacters) break;
    cursor = next;
  }
  throw new ServerFault({ kind: 'endless_list', pages: maxPages, tools: maxTools });
}

/** Milliseconds for a page. */
const timeout = 30_000;

/** Longer names are no names of tools. */
function hasName(tool: unknown): tool is ListedTool {
  const { name } = (tool ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' && name.length <= 256;
}

const anything: StandardSchemaV1<unknown, { readonly [name: string]: unknown }> = {
  '~standard': {
    version: 1,
    vendor: 'toolcrib',
    validate: (value) => ({ value: (value ?? {}) as { readonly [name: string]: unknown } }),
  },
};
