import { isDeepStrictEqual } from 'node:util';
import { parseTool, ToolcribError, type JsonValue, type MessageFacts, type Tool } from '@toolcrib/core';
import type { SourceDefinition } from '../tool-source.ts';
import {
  objectAt,
  parseCapabilities,
  toWireCapabilities,
  type Capabilities,
  type WireCapabilities,
} from './capabilities.ts';
import { parseLimits, toWireLimits, type PluginLimits } from './limits.ts';
import { PluginFault, type DescriptorFault } from './plugin-problem.ts';

/** What a plugin says about itself. */
export interface Descriptor {
  readonly name: string;
  readonly version: string;
  /** As a tool: what it is, what it takes, what it gives. */
  readonly tool: Tool;
  readonly asks: PluginAsks;
}

export interface PluginAsks {
  readonly capabilities: Capabilities;
  readonly limits: Partial<PluginLimits>;
}

/** What stands in the definition of a tool about what its plugin asks for. */
export type WireAsks = WireCapabilities & { readonly limits?: { readonly [name: string]: number } };

const mostBytes = 256 * 1024;

/** What decides where a tool comes from and how it runs is not for the plugin to say. */
const notForPlugins = [
  'id',
  'type',
  'handler',
  'implementation',
  'metadata',
  'run',
  'effects',
  'refine',
  'source',
  'timeout',
  'derived',
];

/** Reads descriptors from wherever they were found: when there are two, they must say the same. */
export function readDescriptor(texts: readonly Uint8Array[], file: string): Descriptor {
  const [first, ...others] = texts.map(parse);
  if (first === undefined) throw new PluginFault({ kind: 'plugin_no_descriptor', file });
  if (others.some((other) => !isDeepStrictEqual(first, other)))
    throw new PluginFault({ kind: 'plugin_descriptors_differ', file });
  return toDescriptor(first);
}

function parse(text: Uint8Array): { readonly [key: string]: unknown } {
  if (text.length > mostBytes) throw bad({ word: 'too_large', limit: mostBytes });
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
    return objectAt(value, 'descriptor');
  } catch (error) {
    if (error instanceof PluginFault) throw error;
    throw bad({ word: 'not_json', detail: (error as Error).message });
  }
}

function toDescriptor(said: { readonly [key: string]: unknown }): Descriptor {
  const { capabilities, limits, ...definition } = said;
  const stranger = notForPlugins.find((field) => Object.hasOwn(definition, field));
  if (stranger !== undefined) throw bad({ word: 'not_for_plugins', field: stranger });
  const { name, version } = definition;
  if (typeof name !== 'string') throw bad({ word: 'missing', field: 'name' });
  if (!/^[\w-]{1,64}$/u.test(name)) throw bad({ word: 'bad_name', name });
  if (typeof version !== 'string') throw bad({ word: 'missing', field: 'version' });
  const tool = parseDefinition({
    ...definition,
    implementation: { kind: 'wasm', plugin: name, digest: 'unknown' },
  });
  return {
    name,
    version: tool.version,
    tool,
    asks: {
      capabilities: parseCapabilities(capabilities, 'capabilities'),
      limits: parseLimits(limits),
    },
  };
}

function parseDefinition(definition: object): Tool {
  try {
    return parseTool(definition);
  } catch (error) {
    if (!(error instanceof ToolcribError) || error.code !== 'invalid_definition') throw error;
    throw bad({ word: 'definition', data: error.data as MessageFacts['invalid_definition'] });
  }
}

/**
 * The definition of the tool. A plugin changes nothing: there is nothing that it could reach. So it is taken for read-only
 * unless it says otherwise itself, and whatever level it asks for is one that it may only raise.
 */
export function toDefinition(
  { name, version, tool, asks }: Descriptor,
  { digest, timeout }: { readonly digest: string; readonly timeout: number },
): SourceDefinition {
  const declares = (fact: string): boolean => !tool.derived.includes(fact);
  const { annotations: said } = tool;
  const annotations = {
    readOnly: declares('readOnly') ? said.readOnly : !said.destructive,
    destructive: said.destructive,
    idempotent: declares('idempotent') ? said.idempotent : true,
    requiresConfirmation: said.requiresConfirmation,
  };
  return withoutUndefined({
    name,
    version,
    title: tool.title,
    description: tool.description,
    shortDescription: tool.shortDescription,
    whenToUse: tool.whenToUse,
    category: tool.category,
    tier: tool.tier,
    tags: tool.tags,
    aliases: tool.aliases,
    deferLoading: tool.deferLoading || undefined,
    deprecated: tool.deprecated,
    parameters: tool.parameters,
    returns: tool.returns,
    examples: tool.examples,
    cautions: tool.cautions,
    annotations,
    permission: declares('permission') ? tool.permission : undefined,
    approval: declares('approval') ? tool.approval : undefined,
    timeout,
    implementation: { kind: 'wasm', plugin: name, digest, asks: toWireAsks(asks) },
  });
}

function toWireAsks({ capabilities, limits }: PluginAsks): WireAsks {
  const said = toWireLimits(limits);
  return {
    ...toWireCapabilities(capabilities),
    ...(Object.keys(said).length > 0 && { limits: said }),
  };
}

/** What a definition that was accepted says that its plugin asks for. */
export function parseAsks(asks: WireAsks | undefined): PluginAsks {
  const { limits, ...capabilities } = asks ?? {};
  return {
    capabilities: parseCapabilities(capabilities, 'asks'),
    limits: parseLimits(limits),
  };
}

function withoutUndefined(fields: { readonly [name: string]: unknown }): SourceDefinition {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as SourceDefinition & { readonly [name: string]: JsonValue };
}

function bad(fault: DescriptorFault): PluginFault {
  return new PluginFault({ kind: 'plugin_bad_descriptor', fault });
}
