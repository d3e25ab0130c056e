import type { ValidatedCall, Verdict } from '../tool/call.ts';
import { Refusal, block } from '../tool/refusal.ts';
import { permissionFor, type Effect } from '../tool/effect.ts';
import { permits } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';
import { assessRisk } from './risk.ts';
import { Allowing, type Allowed } from './allowing.ts';
import { showCommand } from './command-pattern.ts';
import { fullEffort } from './effort.ts';
import { matchRule } from './rule.ts';
import type { RuleBook } from './rule-book.ts';
import type { SessionConsents } from './session-consents.ts';

interface JudgeOptions {
  /** @default false */
  readonly granted?: boolean;
  /** @default none */
  readonly consents?: Pick<SessionConsents, 'has'> | undefined;
}

/**
 * Judges one call, leaving grants aside. In this order: the agent's level, deny rules, the explicit grant that a
 * dangerous tool needs, ask rules, the risk of this call, the tool's own approval level. What nobody has anything
 * against is allowed. With `granted` a dangerous tool is judged as if it had its grant.
 */
export function judge(
  call: ValidatedCall,
  effects: readonly Effect[],
  book: RuleBook,
  { granted = false, consents }: JudgeOptions = {},
): Verdict | Refusal {
  const { tool, caller, options } = call;
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
  const found = rules
    .map((rule) => ({ rule, ...matchRule(rule, call.arguments, effects, effort) }))
    .filter(({ answer }) => answer !== 'no');
  const denied = found.find(({ rule }) => rule.decision === 'deny');
  if (denied !== undefined) {
    const { source, reason } = denied.rule;
    const command = denied.command && showCommand(denied.command);
    const tooLarge = denied.answer === 'too_large' && { tooLarge: true };
    const data = { tool: tool.name, source, reason, ...(command !== undefined && { command }), ...tooLarge };
    return block('denied_by_rule', data, source);
  }
  const asking = found.find(({ rule }) => rule.decision === 'ask');
  const allowing = new Allowing(
    found.filter(({ rule }) => rule.decision === 'allow'),
    effects,
    effort,
  );
  const allow = (allowed: Allowed): Verdict => {
    return { ...verdict('allow', tool, effects, 'allow', allowed.source), commands: allowed.commands };
  };

  if (tool.approval === 'dangerous' && !granted) {
    // A pattern that happens to cover the tool is not a decision about it; its own name is.
    const named = allowing.by((rule) => rule.tool === tool.name || rule.tool === tool.id);
    if (named === undefined) return block('grant_required', { tool: tool.name }, 'approval: dangerous');
    if (asking === undefined) return allow(named);
  }
  if (asking !== undefined) {
    const { rule, answer, command } = asking;
    const asked = verdict('ask', tool, effects, 'ask', rule.source);
    if (answer === 'too_large') return { ...asked, reasons: [...asked.reasons, 'too_large'] };
    const commands = command && [{ command: showCommand(command), source: rule.source }];
    return { ...asked, commands };
  }
  const isAccepted = (kind: string): boolean =>
    consents?.has({ agent: caller.agent, session: options.session, tool }, kind) ?? false;
  const risky = effects.filter(
    ({ risk, once }) => risk === 'high' && !(once !== undefined && isAccepted(once)),
  );
  if (risky.length > 0) {
    // "This tool is fine" was not said with this in mind; "this tool with such arguments is fine" was.
    const specific = allowing.by((rule) => rule.effects.length > 0 || Object.keys(rule.arguments).length > 0);
    if (specific?.isExact) return allow(specific);
    const isOnce = risky.every(({ once }) => once !== undefined);
    return verdict('ask', tool, effects, isOnce ? onceRule : 'risk: high', 'effects');
  }
  if (tool.approval === 'safe') return verdict('allow', tool, effects, 'approval: safe', tool.source);
  const allowed = allowing.by(() => true);
  if (allowed !== undefined) return allow(allowed);
  return verdict('ask', tool, effects, 'approval: confirm', tool.source);
}

/** Asked by this alone, a yes is one to every effect of the kind until the session ends. */
export const onceRule = 'risk: once';

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
  const { risk, reasons } = assessRisk(tool, effects);
  return { decision, effects, risk, reasons, rule, source };
}
