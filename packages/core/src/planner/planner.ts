import type { Discovery } from '../discovery/discovery.ts';
import { askForPlan } from './ask-for-plan.ts';
import { planByRules, type PlanOptions } from './plan-by-rules.ts';
import type { PlannedTask } from './planned-task.ts';
import type { PlannerOptions } from './planner-options.ts';

/**
 * Makes plans of tasks in English and Chinese. Nothing is called, and nothing made up: what nobody has said is missing.
 *
 *     const planner = new Planner(discovery);
 *     const { plan, missing } = await planner.plan('Grep for TODO in src, then save the matches to todo.md');
 */
export class Planner {
  readonly #discovery: Pick<Discovery, 'decide' | 'find'>;
  readonly #options: PlannerOptions;

  constructor(discovery: Pick<Discovery, 'decide' | 'find'>, options: PlannerOptions = {}) {
    this.#discovery = discovery;
    this.#options = options;
  }

  async plan(task: string, options: PlanOptions = {}): Promise<PlannedTask> {
    const { value, report } = await askForPlan(task, options, {
      ...this.#options,
      find: (words) => this.#discovery.find(words, { agent: options.agent, limit: 8 }),
    });
    if (value !== undefined) return { ...value, by: report };
    const decide = this.#discovery.decide.bind(this.#discovery);
    return { ...(await planByRules(task, options, decide)), by: report };
  }
}
