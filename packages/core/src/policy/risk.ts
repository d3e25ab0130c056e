import { targetOf, type Effect } from '../tool/effect.ts';
import { higherRisk, type Risk } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';

export interface Assessment {
  readonly risk: Risk;
  /** Why: annotations, levels and effects, as stable words. */
  readonly reasons: readonly string[];
}

/** How much a call could hurt: from what the tool is, raised by what this call will touch, never lowered. */
export function assessRisk(tool: Tool, effects: readonly Effect[]): Assessment {
  const base = riskOf(tool);
  let { risk } = base;
  const reasons = [...base.reasons];
  for (const effect of effects) {
    if (effect.risk === undefined) continue;
    risk = higherRisk(risk, effect.risk);
    if (reasons.length < maxReasons) {
      reasons.push(`${effect.kind} ${targetOf(effect)}${effect.warning ? `: ${effect.warning}` : ''}`);
    }
  }
  return { risk, reasons: Object.freeze(reasons) };
}

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

/** Frozen: every question about such a tool shows the same one. */
function assessment(risk: Risk, reason: string): Assessment {
  return Object.freeze({ risk, reasons: Object.freeze([reason]) });
}
