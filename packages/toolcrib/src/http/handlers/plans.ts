import { ToolcribError } from '@toolcrib/core';
import type { Plan, PlanSnapshot } from '@toolcrib/core/plan';
import type { Asking, Counter, Handlers } from '../asking.ts';
import type { planOperations } from '../contract/plans.ts';
import { callerOf, maySee, seenAgent, viewerOf } from '../principal.ts';
import { Problem } from '../problem.ts';

export function createPlanHandlers({ toolcrib }: Counter): Handlers<keyof typeof planOperations> {
  const wire = () => import('@toolcrib/core/plan');

  /** What is somebody else's is not there: also its existence is not told. */
  const find = async (planId: string, { principal }: Asking): Promise<PlanSnapshot> => {
    const { engine } = await toolcrib.plans();
    const snapshot = await engine.status(planId).catch((error: unknown) => {
      if (error instanceof ToolcribError && error.code === 'unknown_plan') return undefined;
      throw error;
    });
    if (snapshot === undefined || !maySee(principal, snapshot.agent))
      throw new Problem('plan_not_found', { id: planId });
    return snapshot;
  };

  const parse = async (given: unknown, { locale }: Asking): Promise<Plan> => {
    const { toWirePlanProblem } = await wire();
    const parsed = (await toolcrib.plans()).parse(given);
    if (parsed.ok) return parsed.plan;
    const faults = parsed.problems.map((problem) => {
      const { place, code, message } = toWirePlanProblem(problem, locale);
      return { path: `/plan${String(place)}`, keyword: String(code), message: String(message) };
    });
    throw new Problem('plan_not_valid', {}, faults);
  };

  return {
    async list_plans({ state, name, agent, limit, cursor }, { principal }) {
      const { engine } = await toolcrib.plans();
      const seen = seenAgent(principal, agent);
      const { plans, next } = await engine.list({ state, name, agent: seen, limit, cursor });
      const { toWireSummary } = await wire();
      return { items: plans.map(toWireSummary), next: next ?? null };
    },

    async submit_plan({ plan: given, plan_id: planId, agent, input, timeout_ms, task }, asking) {
      const { engine } = await toolcrib.plans();
      const caller = callerOf(asking.principal, agent);
      if (planId !== undefined) await refuseForeign(planId, asking);
      const plan = await parse(given, asking);
      const deadline = timeout_ms === undefined ? undefined : Date.now() + timeout_ms;
      const snapshot = await engine.submit(plan, { planId, agent: caller, input, deadline, task });
      return (await wire()).toWireSnapshot(snapshot);
    },

    async check_plan({ plan: given, agent, input }, asking) {
      const { check } = await toolcrib.plans();
      const { toWirePlanProblem } = await wire();
      const plan = await parse(given, asking);
      const problems = await check(plan, { agent: viewerOf(asking.principal, agent), input });
      return { problems: problems.map((problem) => toWirePlanProblem(problem, asking.locale)) };
    },

    async make_plan({ task, agent }, { principal, locale }) {
      const planner = await toolcrib.planner();
      const planned = await planner.plan(task, { agent: viewerOf(principal, agent), now: new Date() });
      const { toWirePlanned } = await import('@toolcrib/core/planner');
      return toWirePlanned(planned, locale);
    },

    async get_plan({ plan_id: planId }, asking) {
      return (await wire()).toWireSnapshot(await find(planId, asking));
    },

    async get_plan_result({ plan_id: planId }, asking) {
      await find(planId, asking);
      const { engine } = await toolcrib.plans();
      return (await wire()).toWirePlanResult(await engine.result(planId, { signal: asking.signal }));
    },

    async get_plan_output({ plan_id: planId, node }, asking) {
      const { nodes } = await find(planId, asking);
      const output = nodes.find(({ id }) => id === node)?.output;
      if (output === undefined) throw new Problem('plan_not_found', { id: `${planId}:${node}` });
      const { engine } = await toolcrib.plans();
      return { node, output: 'value' in output ? output.value : await engine.output(output.ref) };
    },

    async get_plan_graph({ plan_id: planId, format = 'mermaid' }, asking) {
      const snapshot = await find(planId, asking);
      const { drawingOfSnapshot, toMermaid, toSvg } = await wire();
      const drawing = drawingOfSnapshot(snapshot);
      return format === 'svg'
        ? new Response(toSvg(drawing), { headers: { 'content-type': 'image/svg+xml' } })
        : new Response(toMermaid(drawing), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    },

    async cancel_plan({ plan_id: planId, reason }, asking) {
      await find(planId, asking);
      const { engine } = await toolcrib.plans();
      return (await wire()).toWireSnapshot(await engine.cancel(planId, reason));
    },

    async resume_plan({ plan_id: planId }, asking) {
      await find(planId, asking);
      const { engine } = await toolcrib.plans();
      return (await wire()).toWireSnapshot(await engine.resume(planId));
    },
  };

  /** The id of somebody else's plan says nothing of it; it cannot be used, either. */
  async function refuseForeign(planId: string, asking: Asking): Promise<void> {
    const { engine } = await toolcrib.plans();
    const there = await engine.status(planId).catch(() => undefined);
    if (there !== undefined && !maySee(asking.principal, there.agent))
      throw new Problem('plan_not_found', { id: planId });
  }
}
