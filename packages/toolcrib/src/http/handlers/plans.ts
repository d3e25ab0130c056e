import { createError } from '@toolcrib/core';
import type * as PlanModule from '@toolcrib/core/plan';
import type { Decisions, Plan, PlanEngine, PlanProblem, PlanSnapshot } from '@toolcrib/core/plan';
import type { Asking, Counter, Handlers } from '../asking.ts';
import type { planOperations } from '../contract/plans.ts';
import { holderOf, identityOf } from '../../approver-identities.ts';
import { decisionRefusal } from '../../decision-refusal.ts';
import { callerOf, maySee, seenAgent, viewerOf, type Principal } from '../principal.ts';
import { Problem } from '../problem.ts';

interface LookOptions {
  readonly agent: string;
  readonly input: object | undefined;
  /** Who has written it. */
  readonly principal: Principal;
}

/** Loaded with the first request about a plan. */
const wire = (): Promise<typeof PlanModule> => import('@toolcrib/core/plan');

export function createPlanHandlers({
  toolcrib,
  events,
  limits,
  room,
}: Counter): Handlers<keyof typeof planOperations> {
  const find = async (id: string, { principal }: Asking): Promise<PlanSnapshot> => {
    const plan = await (await toolcrib.plans()).engine.status(id);
    if (!maySee(principal, plan.agent)) throw createError('unknown_plan', { plan: id });
    return plan;
  };

  /** What stands in the way of a plan; and the plan, when it can be read. */
  const look = async (
    written: object,
    { agent, input, principal }: LookOptions,
  ): Promise<{ readonly plan: Plan | undefined; readonly problems: readonly PlanProblem[] }> => {
    const { parse, check } = await toolcrib.plans();
    const parsed = parse(written);
    if (!parsed.ok) return { plan: undefined, problems: parsed.problems };
    const given = { ...parsed.plan.input, ...input };
    const isByAgent = principal.agent !== undefined;
    return { plan: parsed.plan, problems: await check(parsed.plan, { agent, input: given, isByAgent }) };
  };

  /** Plans that have a place. */
  const placed = new Set<string>();

  /** Runs a plan in a place of the token's, until it has ended. Workers run plans in their own processes. */
  const run = async (
    principal: Principal,
    begin: (engine: PlanEngine) => Promise<PlanSnapshot>,
  ): Promise<PlanSnapshot> => {
    const { engine } = await toolcrib.plans();
    if (toolcrib.config.plans.engine === 'dbos') return begin(engine);
    const leave = room.enterPlan(principal);
    let runs = false;
    try {
      const begun = await begin(engine);
      const { planId, state } = begun;
      // Submitted again, it still has the place that it has.
      runs = state === 'running' && !placed.has(planId);
      if (runs) {
        placed.add(planId);
        const end = (): void => {
          placed.delete(planId);
          leave();
        };
        void engine.result(planId).then(end, end);
      }
      return begun;
    } finally {
      if (!runs) leave();
    }
  };

  return {
    async make_plan({ task, agent }, { principal, locale }) {
      const { toWirePlanned } = await import('@toolcrib/core/planner');
      const planner = await toolcrib.planner();
      const planned = await planner.plan(task, { agent: viewerOf(principal, agent), now: new Date() });
      return toWirePlanned(planned, locale);
    },

    async check_plan({ plan, input, agent }, { principal, locale }) {
      const { toWirePlanProblem } = await wire();
      const { problems } = await look(plan, { agent: viewerOf(principal, agent), input, principal });
      return { problems: problems.map((problem) => toWirePlanProblem(problem, locale)) };
    },

    async submit_plan({ plan: written, plan_id, input, task, timeout_ms, agent: wanted }, asking) {
      const { principal, locale } = asking;
      const { toWireSnapshot, planProblemText } = await wire();
      const agent = callerOf(principal, wanted);
      const { plan, problems } = await look(written, { agent, input, principal });
      const errors = problems.filter(({ severity }) => severity === 'error');
      if (plan === undefined || errors.length > 0) {
        const faults = errors.map(({ code, facts, place }) => ({
          path: place,
          keyword: code,
          message: planProblemText(code, facts, locale),
        }));
        const detail = faults.map(({ path, message }) => `${path}: ${message}`).join(' ');
        throw new Problem('request_not_valid', { detail }, faults);
      }
      const { engine } = await toolcrib.plans();
      // Whose it is counts before anything is begun: an id may be somebody else's.
      if (plan_id !== undefined) await refuseForeign(plan_id);
      const deadline = timeout_ms === undefined ? undefined : Date.now() + timeout_ms;
      const requestedBy = identityOf(principal);
      const options = { planId: plan_id, agent, requestedBy, input, task, deadline };
      const begun = await run(principal, (runner) => runner.submit(plan, options));
      // One that has ended was submitted before.
      if (begun.state === 'running') events.followPlan(engine, begun, 0);
      return toWireSnapshot(begun);

      async function refuseForeign(id: string): Promise<void> {
        const known = await engine.status(id).catch(() => undefined);
        if (known !== undefined && known.agent !== agent) throw createError('unknown_plan', { plan: id });
      }
    },

    async list_plans({ state, name, agent, limit, cursor }, { principal }) {
      const { toWireSummary } = await wire();
      const { engine } = await toolcrib.plans();
      const filter = {
        state,
        name,
        agent: seenAgent(principal, agent),
        limit,
        cursor,
        maxBytes: limits.maxPageBytes,
      };
      const { plans, next } = await engine.list(filter);
      return { items: plans.map(toWireSummary), next: next ?? null };
    },

    get_plan: async ({ plan_id }, asking) => (await wire()).toWireSnapshot(await find(plan_id, asking)),

    async get_plan_result({ plan_id }, asking) {
      const { toWirePlanResult } = await wire();
      const { planId } = await find(plan_id, asking);
      const { engine } = await toolcrib.plans();
      return toWirePlanResult(await engine.result(planId, { signal: asking.signal }));
    },

    async get_plan_output({ plan_id, node }, asking) {
      const { nodes } = await find(plan_id, asking);
      const output = nodes.find(({ id }) => id === node)?.output;
      if (output === undefined) throw createError('unknown_plan', { plan: `${plan_id}/${node}` });
      const { engine } = await toolcrib.plans();
      return { node, output: 'value' in output ? output.value : await engine.output(output.ref) };
    },

    async get_plan_picture({ plan_id, format = 'svg' }, asking) {
      const { drawingOfSnapshot, toMermaid, toSvg } = await wire();
      const drawing = drawingOfSnapshot(await find(plan_id, asking));
      const [text, media] =
        format === 'svg' ? [toSvg(drawing), 'image/svg+xml'] : [toMermaid(drawing), 'text/plain'];
      return new Response(text, { headers: { 'content-type': `${media}; charset=utf-8` } });
    },

    async cancel_plan({ plan_id }, asking) {
      const { toWireSnapshot } = await wire();
      const { planId } = await find(plan_id, asking);
      const { engine } = await toolcrib.plans();
      return toWireSnapshot(await engine.cancel(planId, `cancelled by ${asking.principal.name}`));
    },

    async resume_plan({ plan_id, decisions }, asking) {
      const { principal } = asking;
      // Whether a call was made is found out at the other end: an agent must not have its own payment made again.
      if (decisions !== undefined && principal.agent !== undefined) throw new Problem('not_for_agents', {});
      if (decisions !== undefined && !principal.scopes.includes('approve'))
        throw new Problem('scope_missing', { scope: 'approve' });
      const { toWireSnapshot } = await wire();
      const plan = await find(plan_id, asking);
      const { planId, sequence } = plan;
      const decided: Decisions = decisions ?? {};
      const refusal = decisionRefusal(holderOf(principal), { plan, decisions: decided });
      if (refusal !== undefined) throw refusal;
      const { engine } = await toolcrib.plans();
      const options = { decisions: decided, by: identityOf(principal) };
      const resumed = await run(principal, (runner) => runner.resume(planId, options));
      events.followPlan(engine, resumed, sequence);
      return toWireSnapshot(resumed);
    },
  };
}
