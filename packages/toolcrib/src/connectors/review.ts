import { parseTool, text, ToolcribError, type HoldReason, type Locale, type Tool } from '@toolcrib/core';
import type { AcceptedSource, AcceptedTool } from './accepted-tools.ts';
import { differencesBetween, nextVersion, type Difference } from './compare-tools.ts';
import type { LockedSource, LockedTool } from './lock-file.ts';
import type { ProgramDigests } from './source-program.ts';
import type { SourceDefinition, ToolSource } from './tool-source.ts';
import { cleanDefinition, suspicionsIn, type Suspicion } from './untrusted-text.ts';

/** What a source says now, held against what was accepted of it. */
export interface Review {
  readonly source: ToolSource;
  /** What it says, word for word. */
  readonly definitions: readonly SourceDefinition[];
  /** The files that it was started from to say so; undefined when nobody has looked. */
  readonly programs?: ProgramDigests | undefined;
  /** Every tool that it has, as it would be accepted. */
  readonly tools: readonly ReviewedTool[];
  /** Accepted before, and not there any more. */
  readonly gone: readonly AcceptedTool[];
  /** Definitions that cannot be used at all. */
  readonly unusable: readonly UnusableDefinition[];
}

export interface ReviewedTool {
  readonly tool: Tool;
  readonly definition: SourceDefinition;
  /** Undefined when it is what was accepted before, here or by the lock. */
  readonly change: Extract<HoldReason, 'new' | 'changed'> | undefined;
  /** The version that was accepted before. */
  readonly before: string | undefined;
  readonly differences: readonly Difference[];
  readonly suspicions: readonly Suspicion[];
  /** Whether a person believes that it only reads, as its source says: of this definition, and of no other. */
  readonly believed: boolean;
}

interface UnusableDefinition {
  readonly name: string;
  readonly message: (locale: Locale) => string;
}

export interface Known {
  readonly accepted: AcceptedSource | undefined;
  readonly locked: LockedSource | undefined;
}

/** Compares. Nothing is written and nothing changes. */
export function reviewSource(
  source: ToolSource,
  definitions: readonly SourceDefinition[],
  { accepted, locked }: Known,
): Review {
  const before = new Map(accepted?.tools.map((tool) => [tool.definition.name, tool]));
  const unusable: UnusableDefinition[] = [];
  const tools = definitions.flatMap((given) => {
    try {
      const { name } = given;
      return [
        reviewTool(given, source, { accepted: before.get(name), locked: ownMember(locked?.tools, name) }),
      ];
    } catch (error) {
      if (!(error instanceof ToolcribError)) throw error;
      unusable.push({ name: given.name, message: (locale) => messageOf(error, locale) });
      return [];
    }
  });
  const there = new Set(definitions.map(({ name }) => name));
  const gone = [...before.values()].filter(({ definition }) => !there.has(definition.name));
  return { source, definitions, tools, gone, unusable };
}

function reviewTool(
  given: SourceDefinition,
  source: ToolSource,
  {
    accepted,
    locked,
  }: { readonly accepted: AcceptedTool | undefined; readonly locked: LockedTool | undefined },
): ReviewedTool {
  const definition = cleanDefinition(given);
  const make = (version: string): Tool => parseTool(toDefinition(source, definition, version));
  for (const known of [locked, accepted]) {
    if (known === undefined) continue;
    const tool = make(given.version ?? known.version);
    if (tool.digest === known.digest) {
      const believed = accepted?.digest === tool.digest && accepted.believed === true;
      return { ...unchanged, tool, definition, before: known.version, believed };
    }
  }
  const suspicions = suspicionsIn(given);
  if (accepted === undefined)
    return {
      tool: make(given.version ?? laterThan(locked)),
      definition,
      change: locked === undefined ? 'new' : 'changed',
      before: locked?.version,
      differences: [],
      suspicions,
      believed: false,
    };
  const old = parseTool({ ...accepted.definition, version: accepted.version });
  return {
    tool: make(given.version ?? nextVersion(old, make(accepted.version))),
    definition,
    change: 'changed',
    before: accepted.version,
    differences: differencesBetween(accepted.definition, definition),
    suspicions,
    believed: false,
  };
}

/** A definition with its version and with what could not be written down. */
export function toDefinition(source: ToolSource, definition: SourceDefinition, version: string): object {
  const from = `${source.kind}:${source.name}`;
  return { source: from, ...definition, version, ...source.complete?.(definition) };
}

const unchanged = { change: undefined, differences: [], suspicions: [] } as const;

/** Of what is locked only the digest is known here: the change may be any. */
function laterThan(locked: LockedTool | undefined): string {
  return locked === undefined ? '1.0.0' : `${Number.parseInt(locked.version, 10) + 1}.0.0`;
}

function ownMember<T>(members: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

function messageOf(error: ToolcribError, locale: Locale): string {
  return error.data === undefined ? error.message : text(error.code, error.data, locale);
}
