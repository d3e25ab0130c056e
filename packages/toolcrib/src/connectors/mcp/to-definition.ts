import type { JsonValue } from '@toolcrib/core';
import { member } from '../json-object.ts';
import type { SourceDefinition } from '../tool-source.ts';
import type { ListedTool } from './list-tools.ts';
import type { McpServerConfig } from './mcp-server-config.ts';

/** Characters of a title. */
const maxTitle = 256;

/** A tool of a server as a definition of ours, under its outward name. */
export function toDefinition(
  { name: inside, title, description, inputSchema, outputSchema, annotations }: ListedTool,
  name: string,
  server: McpServerConfig,
): SourceDefinition {
  const claims = claimsOf(annotations);
  const described = typeof description === 'string' && description.trim() !== '';
  return {
    name,
    ...titleOf(title ?? member(annotations, 'title')),
    // In no language: what was accepted in one would be a change in the other.
    description: described ? description : `${server.name}: ${inside}`,
    category: 'mcp',
    tags: [server.name],
    parameters: asObjectSchema(inputSchema),
    ...(outputSchema !== undefined && { returns: outputSchema as JsonValue }),
    ...(server.timeout !== undefined && { timeout: server.timeout }),
    implementation: {
      kind: 'mcp',
      server: server.name,
      tool: inside,
      ...(claims !== undefined && { claims }),
      ...(server.trust && { believed: true }),
    },
  };
}

/** By the first revision that knew titles they stood among the annotations. One that is none is left out. */
function titleOf(title: unknown): { readonly title?: string } {
  const isTitle = typeof title === 'string' && title.trim() !== '' && title.length <= maxTitle;
  return isTitle ? { title } : {};
}

/** Many leave out what goes without saying. */
function asObjectSchema(schema: unknown): JsonValue {
  if (schema === undefined) return { type: 'object' };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema as JsonValue;
  return (Object.hasOwn(schema, 'type') ? schema : { type: 'object', ...schema }) as JsonValue;
}

/** The hints as the server gives them: whether they count is decided where the tool is registered. */
function claimsOf(given: unknown): { readonly [fact: string]: boolean } | undefined {
  const claims = Object.entries(hints).flatMap(([hint, fact]) => {
    const said = member(given, hint);
    return typeof said === 'boolean' ? [[fact, said] as const] : [];
  });
  return claims.length === 0 ? undefined : Object.fromEntries(claims);
}

const hints = {
  readOnlyHint: 'readOnly',
  destructiveHint: 'destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'openWorld',
} as const;
