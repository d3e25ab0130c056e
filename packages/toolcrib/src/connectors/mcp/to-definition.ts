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
    ...safetyOf(annotations, server.trust),
    ...(server.timeout !== undefined && { timeout: server.timeout }),
    implementation: { kind: 'mcp', server: server.name, tool: inside },
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

/**
 * What a server says about its own tools is believed of every server when it is a warning, and of a trusted one when it
 * says that there is nothing to fear. By the protocol, what is not said to be harmless can destroy.
 */
function safetyOf(given: unknown, trust: boolean): { readonly [field: string]: JsonValue } {
  const { readOnlyHint, destructiveHint, idempotentHint } = (given ?? {}) as { [hint: string]: unknown };
  if (!trust) {
    const destructive = destructiveHint === true;
    return {
      annotations: { readOnly: false, destructive, idempotent: false, requiresConfirmation: true },
      permission: 'read_write',
      approval: 'confirm',
    };
  }
  const readOnly = readOnlyHint === true;
  return {
    annotations: {
      readOnly,
      destructive: !readOnly && destructiveHint !== false,
      idempotent: readOnly || idempotentHint === true,
      requiresConfirmation: false,
    },
  };
}
