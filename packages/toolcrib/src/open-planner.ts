import type { Fetch, Locale, ToolService } from '@toolcrib/core';
import type { Discovery } from '@toolcrib/core/discovery';
import type { Planner } from '@toolcrib/core/planner';
import type { RecommendConfig } from './config/config.ts';
import type { Environment } from './config/environment.ts';
import { openModel } from './open-discovery.ts';

interface PlannerSurroundings {
  readonly service: ToolService;
  readonly discovery: Discovery;
  readonly recommend: RecommendConfig;
  readonly fetch: Fetch;
  readonly environment: Environment;
  readonly locale: Locale;
}

/** What makes plans of tasks, by the model that is configured or by rules. Loaded when it is asked for. */
export async function openPlanner(surroundings: PlannerSurroundings): Promise<Planner> {
  const { service, discovery, locale } = surroundings;
  const { Planner: Made } = await import('@toolcrib/core/planner');
  return new Made(discovery, {
    model: await openModel(surroundings),
    locale,
    check: async (plan, { agent }) => {
      const { checkPlan } = await import('@toolcrib/core/plan');
      // It may be what a model has written.
      return checkPlan(plan, { service, agent, locale, isByAgent: true });
    },
  });
}
