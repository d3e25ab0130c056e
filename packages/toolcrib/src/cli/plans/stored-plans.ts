import { visible } from '@toolcrib/core';
import { planStates, type PlanSnapshot, type PlanState } from '@toolcrib/core/plan';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { showMs, showTime } from '../figures.ts';
import { planTexts } from '../plan-texts.ts';
import type { OpenedSession, Session } from '../session.ts';
import { toTable } from '../table.ts';
import { findPlan } from './find-plan.ts';

/** `plan list`: what was submitted, by anybody who shares the store. */
export async function listPlans({ terminal, json, line }: Session, opened: OpenedSession): Promise<number> {
  const { status, agent, limit, cursor } = line.options;
  const state = readState(status);
  const { engine, waiting: findWaiting } = await opened.plans();
  const waiting = await findWaiting();
  const count = limit === undefined ? undefined : Math.max(1, Math.trunc(Number(limit)) || 1);
  const { plans, next } = await engine.list({ state, agent, limit: count, cursor });
  const { toWireSummary } = await import('@toolcrib/core/plan');
  if (json) {
    await terminal.writeJson(
      JSON.stringify({ plans: plans.map(toWireSummary), next: next ?? null, waiting }, null, 2),
    );
    return exitCodes.success;
  }
  const words = planTexts(opened.locale);
  const { columns } = words;
  const rows = plans.map((plan) => [
    plan.planId,
    plan.name,
    words.states[plan.state],
    showTime(plan.submittedAt),
    showMs(plan.endedAt === undefined ? undefined : plan.endedAt - plan.submittedAt),
  ]);
  const heads = [columns.id, columns.name, columns.state, columns.submitted, columns.duration];
  if (rows.length > 0)
    for (const row of toTable([heads, ...rows], { figures: [4] })) await terminal.write(row);
  terminal.tell(words.plans(rows.length));
  if (next !== undefined) terminal.tell(words.more(next));
  if (waiting.length > 0) terminal.tell(visible(words.waiting(waiting)));
  return exitCodes.success;
}

/** `plan show ID`: every node as it stands. */
export async function showPlan(session: Session, opened: OpenedSession): Promise<number> {
  const plan = await findPlan(
    (await opened.plans()).engine,
    session.line.operands[1] as string,
    opened.locale,
  );
  await writeSnapshot(plan, session, opened);
  return exitCodes.success;
}

/** `plan cancel ID`: ends what runs, wherever it runs. */
export async function cancelPlan(session: Session, opened: OpenedSession): Promise<number> {
  const { engine } = await opened.plans();
  const { planId } = await findPlan(engine, session.line.operands[1] as string, opened.locale);
  const { state } = await engine.cancel(planId, 'cancelled by command');
  // Whoever runs it elsewhere has been told, and takes a moment to end what runs.
  const patience = AbortSignal.any([session.signal, AbortSignal.timeout(10_000)]);
  if (state === 'running') await engine.result(planId, { signal: patience }).catch(() => undefined);
  await writeSnapshot(await engine.status(planId), session, opened);
  return exitCodes.success;
}

async function writeSnapshot(
  plan: PlanSnapshot,
  { terminal, json }: Session,
  { locale }: OpenedSession,
): Promise<void> {
  const { toWireSnapshot } = await import('@toolcrib/core/plan');
  if (json) return terminal.writeJson(JSON.stringify(toWireSnapshot(plan), null, 2));
  const words = planTexts(locale);
  const { columns } = words;
  const rows = plan.nodes.map(
    ({ id, tool, state, skipped, replaced, decided, items, startedAt, endedAt, failure }) => [
      id,
      tool,
      words.nodeStates[state],
      items === undefined ? '' : `${items.succeeded + items.failed + items.skipped}/${items.total}`,
      startedAt === undefined ? '' : showMs((endedAt ?? Date.now()) - startedAt),
      [
        ...(skipped === undefined ? [] : [words.skipped[skipped]]),
        ...(replaced ? [words.replaced] : []),
        ...(decided === undefined ? [] : [words.decided[decided.decision](decided.by ?? '')]),
        ...(failure === undefined ? [] : [failure.message]),
      ].join('; '),
    ],
  );
  const heads = [columns.node, columns.tool, columns.state, columns.items, columns.duration, ''];
  await terminal.write(visible(`${plan.name}  ${plan.planId}  ${words.states[plan.state]}`));
  for (const row of toTable([heads, ...rows], { figures: [3, 4] })) await terminal.write(row);
  if (plan.failure !== undefined) terminal.tell(visible(plan.failure.message));
  if (plan.undecided.length > 0)
    for (const line of words.decide(plan.planId, plan.undecided)) terminal.tell(visible(line));
}

function readState(given: string | undefined): PlanState | undefined {
  if (given === undefined || (planStates as readonly string[]).includes(given))
    return given as PlanState | undefined;
  throw new UsageError(`--status: ${planStates.join(', ')}`);
}
