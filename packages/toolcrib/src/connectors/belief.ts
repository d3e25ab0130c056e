import { member } from './json-object.ts';
import type { Review } from './review.ts';
import type { SourceDefinition } from './tool-source.ts';

/** Of the tools that a source calls read-only, those that a person believes it of: all of them, or these. */
export type Belief = 'read_only' | readonly string[];

/** Whether a source calls a tool read-only and its word does not count yet. */
export function claimsReadOnly({ implementation }: SourceDefinition): boolean {
  const claims = member(implementation, 'claims');
  return (
    member(claims, 'readOnly') === true &&
    member(claims, 'destructive') !== true &&
    member(implementation, 'believed') !== true
  );
}

/** The definition under which a tool is registered that is believed. What was accepted, and its digest, stays what it is. */
export function asBelieved(definition: SourceDefinition): SourceDefinition {
  const { implementation } = definition;
  return { ...definition, implementation: { ...(implementation as object), believed: true } };
}

/** The tools that a source calls read-only, and those of them that are believed. */
export function readOnlyClaims({ tools }: Pick<Review, 'tools'>): {
  readonly claimed: readonly string[];
  readonly believed: readonly string[];
} {
  const claiming = tools.filter(({ definition }) => claimsReadOnly(definition));
  return {
    claimed: claiming.map(({ tool }) => tool.name),
    believed: claiming.flatMap(({ tool, believed }) => (believed ? [tool.name] : [])),
  };
}
