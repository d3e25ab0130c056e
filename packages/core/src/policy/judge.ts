import type { ValidatedCall, Verdict } from '../tool/call.ts';
import { Refusal, block } from '../tool/refusal.ts';
import { permissionFor, type Effect } from '../tool/effect.ts';
import { permits } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';
import { assessRisk, riskOf } from './risk.ts';
import { fullEffort, matchRule } from './rule.ts';
import type { RuleBook } from './rule-book.ts';

/**
 * Judges one call, leaving grants aside. In this order: the agent's level, deny rules, the explicit grant that a
 * dangerous tool needs, ask rules, the risk of this call, the tool's own approval level. What nobody has anything
 * against is allowed. With `granted` a dangerous tool is judged as if it had its grant.
 */
export function judge(
  call: ValidatedCall,
  effects: readonly Effect[],
  book: RuleBook,
  { granted = false }: { readonly granted?: boolean } = {},
): Verdict | Refusal {
  const { tool, caller } = call;
  const required = permissionFor(tool.permission, effects);
  if (!permits(caller.permission, required)) {
    const data = { tool: tool.name, required, held: caller.permission };
    return block('permission_denied', data, `agents.${caller.agent}.permission`);
  }
  const rules = book.about(call);
  if (rules.length === 0 && effects.length === 0 && tool.approval === 'safe') {
    return verdict('allow', tool, effects, 'approval: safe', tool.source);
  }
  const effort = fullEffort();
  const matches = new Map(rules.map((rule) => [rule, matchRule(rule, call.arguments, effects, effort)]));
  const matching = rules.filter((rule) => matches.get(rule) !== 'no');
  const denied = matching.find((rule) => rule.decision === 'deny');
  if (denied !== undefined) {
    const { source, reason } = denied;
    const tooLarge = matches.get(denied) === 'too_large' && { tooLarge: true };
    const data = { tool: tool.name, source, reason, ...tooLarge };
    return block('denied_by_rule', data, source);
  }
  const asking = matching.find((rule) => rule.decision === 'ask');
  const allowing = matching.filter((rule) => rule.decision === 'allow');

  if (tool.approval === 'dangerous' && !granted) {
    // A pattern that happens to cover the tool is not a decision about it; its own name is.
    const named = allowing.find((rule) => rule.tool === tool.name || rule.tool === tool.id);
    if (named === undefined) return block('grant_required', { tool: tool.name }, 'approval: dangerous');
    if (asking === undefined) return verdict('allow', tool, effects, 'allow', named.source);
  }
  if (asking !== undefined) {
    const asked = verdict('ask', tool, effects, 'ask', asking.source);
    return matches.get(asking) === 'yes' ? asked : { ...asked, reasons: [...asked.reasons, 'too_large'] };
  }
  if (effects.some((effect) => effect.risk === 'high')) {
    // "This tool is fine" was not said with this in mind; "this tool with such arguments is fine" was.
    const specific = allowing.find(
      (rule) => rule.effects.length > 0 || Object.keys(rule.arguments).length > 0,
    );
    if (specific === undefined) return verdict('ask', tool, effects, 'risk: high', 'effects');
    return verdict('allow', tool, effects, 'allow', specific.source);
  }
  if (tool.approval === 'safe') return verdict('allow', tool, effects, 'approval: safe', tool.source);
  const [allowed] = allowing;
  if (allowed !== undefined) return verdict('allow', tool, effects, 'allow', allowed.source);
  return verdict('ask', tool, effects, 'approval: confirm', tool.source);
}

/** A verdict that a grant, if there is one, turns into allow. */
export function awaitsGrant(outcome: Verdict | Refusal): boolean {
  return outcome instanceof Refusal ? outcome.code === 'grant_required' : outcome.decision === 'ask';
}

export function verdict(
  decision: Verdict['decision'],
  tool: Tool,
  effects: readonly Effect[],
  rule: string,
  source: string,
): Verdict {
  const { risk, reasons } = effects.length === 0 ? riskOf(tool) : assessRisk(tool, effects);
  return { decision, effects, risk, reasons, rule, source };
}
