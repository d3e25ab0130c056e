import type { StepReport } from '../discovery/ask-model.ts';
import type { Reason } from '../discovery/evaluate.ts';
import type { PlanGap } from '../messages/planning.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { Tool } from '../tool/tool.ts';
import type { ArgumentSource } from './wire-arguments.ts';

/** A plan as it is written down: what `parsePlan` reads. */
export interface WrittenPlan {
  readonly [field: string]: JsonValue;
  readonly name: string;
  readonly nodes: readonly WrittenNode[];
}

export interface WrittenNode {
  readonly [field: string]: JsonValue;
  readonly id: string;
  readonly tool: string;
  readonly arguments: { readonly [name: string]: JsonValue };
}

/** A task as a plan, with the reasons for it and what is missing in it. */
export interface PlannedTask {
  readonly task: string;
  /** Undefined when no tool does any of it. */
  readonly plan: WrittenPlan | undefined;
  readonly steps: readonly PlannedStep[];
  /** What nobody has said: the plan waits for it as an input, or lacks a step. */
  readonly missing: readonly PlanGap[];
  /** Who made it: the rules, or a language model; where a model was asked and the rules decided, why. */
  readonly by: StepReport;
}

/** What became of one step of the task. */
export interface PlannedStep {
  /** In the words of the task. */
  readonly text: string;
  /** The node that does it; undefined when no tool does. */
  readonly node: string | undefined;
  readonly tool: Tool | undefined;
  /** Why that tool. */
  readonly reasons: readonly Reason[];
  /** Where its arguments come from. */
  readonly sources: readonly ArgumentSource[];
}
