import { graphOf } from '../graph.ts';
import type { Plan } from '../plan.ts';
import type { NodeState, PlanSnapshot } from '../snapshot.ts';

/** A plan as a picture needs it. */
export interface Drawing {
  readonly name: string;
  readonly nodes: readonly DrawnNode[];
}

export interface DrawnNode {
  readonly id: string;
  readonly tool: string;
  /** Where it stands in a plan that was submitted. */
  readonly state: NodeState | undefined;
  readonly isFanOut: boolean;
  readonly isConditional: boolean;
  readonly dependsOn: readonly { readonly id: string; readonly usesOutput: boolean }[];
}

/** What a plan looks like before it runs. */
export function drawingOfPlan(plan: Plan): Drawing {
  const { nodes } = graphOf(plan);
  return {
    name: plan.name,
    nodes: nodes.map(({ node, dependsOn }) => ({
      id: node.id,
      tool: node.tool,
      state: undefined,
      isFanOut: node.forEach !== undefined,
      isConditional: node.when !== undefined,
      dependsOn: dependsOn.map(({ index, usesOutput }) => ({ id: nodes[index]?.node.id ?? '', usesOutput })),
    })),
  };
}

/** What one looks like that was submitted, with the state of every node. */
export function drawingOfSnapshot({ name, nodes }: PlanSnapshot): Drawing {
  return {
    name,
    nodes: nodes.map(({ id, tool, state, items, skipped, dependsOn }) => ({
      id,
      tool,
      state,
      isFanOut: items !== undefined,
      isConditional: skipped === 'condition',
      dependsOn: dependsOn.map((before) => ({ id: before, usesOutput: true })),
    })),
  };
}
