import { readOnlyClaims } from './belief.ts';
import type { SourceState } from './imports.ts';
import type { Review } from './review.ts';

/** How a source stands, as it goes over a wire. */
export function toWireSource({
  source,
  accepted,
  changedFiles,
  tools: callable,
  believed,
  heldBack,
}: SourceState): {
  readonly [name: string]: unknown;
} {
  return {
    source: source.name,
    kind: source.kind,
    origin: source.origin,
    accepted,
    changed_program_files: changedFiles,
    tools: callable.map(({ id }) => id),
    believed_read_only: believed,
    held_back: heldBack,
  };
}

/** What a source says now, held against what was accepted of it. */
export function toWireReview({ source, tools, gone, unusable }: Review): {
  readonly [name: string]: unknown;
} {
  const { claimed, believed } = readOnlyClaims({ tools });
  return {
    source: source.name,
    kind: source.kind,
    origin: source.origin,
    changes: [
      ...tools.flatMap(({ tool, change, before, differences, suspicions }) =>
        change === undefined
          ? []
          : [
              {
                tool: tool.name,
                change,
                before: before ?? null,
                after: tool.version,
                differences,
                suspicions,
              },
            ],
      ),
      ...gone.map(({ definition, version }) => ({
        tool: definition.name,
        change: 'gone',
        before: version,
        after: null,
      })),
    ],
    claimed_read_only: claimed,
    believed_read_only: believed,
    unusable: unusable.map(({ name, message }) => ({ tool: name, message: message('en') })),
  };
}
