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
  let { risk, reasons } = riskOf(tool);
  for (const effect of effects) {
    if (effect.risk === undefined) continue;
    risk = higherRisk(risk, effect.risk);
    reasons = [
      ...reasons,
      `${effect.kind} ${targetOf(effect)}${effect.warning ? `: ${effect.warning}` : ''}`,
    ];
  }
  return { risk, reasons };
}

/** The risk of a tool before its arguments are known. */
function riskOf({ annotations, approval, permission }: Tool): Assessment {
  if (approval === 'dangerous') return { risk: 'high', reasons: dangerous };
  if (annotations.destructive) return { risk: 'high', reasons: destructive };
  if (annotations.readOnly && permission === 'read_only') return { risk: 'low', reasons: readOnly };
  if (permission === 'execute' || permission === 'admin') return { risk: 'medium', reasons: [permission] };
  return {
    risk: annotations.readOnly ? 'low' : 'medium',
    reasons: annotations.readOnly ? readOnly : changes,
  };
}

const dangerous: readonly string[] = ['dangerous'];
const destructive: readonly string[] = ['destructive'];
const readOnly: readonly string[] = ['read_only'];
const changes: readonly string[] = ['not read_only'];
