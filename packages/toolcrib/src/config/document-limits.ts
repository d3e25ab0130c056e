/** How large a configuration may be. Far more than anybody writes, far less than what would stop the machine. */
export const documentLimits = {
  bytes: 10_000_000,
  /** YAML costs ten times the time and memory of JSON. */
  yamlBytes: 1_000_000,
  depth: 200,
  values: 1_000_000,
} as const;

/** A document that is too large, too deep, or made of itself. */
export class OversizeProblem extends Error {}

/** Refuses a value that is too large to walk. YAML's aliases make a large value, or an endless one, of a small text. */
export function refuseOversize(value: unknown): void {
  let left: number = documentLimits.values;
  const walk = (part: unknown, depth: number): void => {
    if (--left < 0) throw new OversizeProblem();
    if (typeof part !== 'object' || part === null) return;
    if (depth >= documentLimits.depth) throw new OversizeProblem();
    for (const item of Object.values(part)) walk(item, depth + 1);
  };
  walk(value, 0);
}
