import { targetOf, type Effect } from '../tool/effect.ts';
import { higherRisk, type Risk } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';

export interface Assessment {
  readonly risk: Risk;
  /** Why: annotations, levels and effects, as stable words. */
  readonly reasons: readonly string[];
}

/**
 * How much this call could hurt: from what the tool is, raised by what this call touches, never lowered. A tool can say that it
 * tells all that a call touches: then that alone counts, or listing a folder would be as dangerous as deleting it.
 */
export function assessRisk(tool: Tool, effects: readonly Effect[]): Assessment {
  const tellsAll = tool.riskFrom === 'effects' && tool.effects !== undefined;
  const base = tellsAll && tool.approval !== 'dangerous' ? nothing : riskOf(tool);
  if (effects.length === 0) return base;
  let { risk } = base;
  const told = effects.flatMap((effect) => {
    const own = effect.risk ?? (base === nothing ? usual[effect.kind] : undefined);
    if (own === undefined) return [];
    risk = higherRisk(risk, own);
    // The line itself stands in the request anyway, and can be long.
    const reason = effect.kind === 'run' ? effect.kind : `${effect.kind} ${targetOf(effect)}`;
    return [{ own, reason }];
  });
  const deciding = base === nothing ? told.filter(({ own }) => own === risk) : told;
  const reasons = new Set([
    ...(base === nothing ? [] : base.reasons),
    ...deciding.map(({ reason }) => reason),
  ]);
  return { risk, reasons: Object.freeze([...reasons].slice(0, maxReasons)) };
}

/** What an effect means that says nothing about its risk. */
const usual: Readonly<Record<Effect['kind'], Risk>> = {
  read: 'low',
  write: 'medium',
  run: 'medium',
  connect: 'medium',
};

/** More than this nobody reads. */
const maxReasons = 20;

/** The risk of a tool before its arguments are known. */
export function riskOf({ annotations, approval, derived, implementation, permission }: Tool): Assessment {
  if (approval === 'dangerous') return dangerous;
  // Called high, what nobody knows would drown what is known to destroy.
  if (implementation.kind === 'mcp' && annotations.destructive && derived.includes('destructive'))
    return unknown;
  if (annotations.destructive) return destructive;
  if (permission === 'execute') return executes;
  if (permission === 'admin') return administers;
  return annotations.readOnly ? reads : changes;
}

const dangerous = assessment('high', 'dangerous');
const unknown = assessment('medium', 'not known to be harmless');
const destructive = assessment('high', 'destructive');
const executes = assessment('medium', 'execute');
const administers = assessment('medium', 'admin');
const reads = assessment('low', 'read_only');
const changes = assessment('medium', 'not read_only');
const nothing = assessment('low', 'touches nothing');

/** Frozen: every question about such a tool shows the same one. */
function assessment(risk: Risk, reason: string): Assessment {
  return Object.freeze({ risk, reasons: Object.freeze([reason]) });
}
