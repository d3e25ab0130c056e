import type { PlanProblem, PlanProblemCode, PlanProblemFacts } from '../messages/plan-problem.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import { findCycle, graphOf, nodeReferences } from './graph.ts';
import type { Plan } from './plan.ts';
import { referencesOf, type Reference } from './references.ts';

/** What must hold for a plan to come to an end at all, whatever the tools are: everybody waits for somebody, nobody for himself. */
export function checkStructure(plan: Plan): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const report = <C extends PlanProblemCode>(code: C, facts: PlanProblemFacts[C], place: string): void => {
    problems.push({ code, facts, place, severity: 'error' } as PlanProblem);
  };
  const known = new Set<string>();
  for (const [index, { id }] of plan.nodes.entries()) {
    if (known.has(id)) report('duplicate_node', { node: id }, `/nodes/${index}/id`);
    known.add(id);
  }
  const unknown = (node: string, place: string): void => {
    if (!known.has(node)) report('unknown_node', { node, suggestions: nearestNames(node, known) }, place);
  };
  const check = ({ root, name, text, place }: Reference, isFanOut: boolean, prefix: string): void => {
    if (root === 'none') report('bad_reference', { reference: text }, prefix + place);
    else if (root === 'node') unknown(name, prefix + place);
    else if (root !== 'input' && !isFanOut) report('no_item', { reference: text }, prefix + place);
  };
  for (const [index, node] of plan.nodes.entries()) {
    const place = `/nodes/${index}`;
    for (const [position, id] of node.after.entries()) unknown(id, `${place}/after/${position}`);
    // The list itself is looked up before there is an item.
    for (const reference of nodeReferences(node))
      check(reference, node.forEach !== undefined && !reference.place.startsWith('/for_each'), place);
  }
  for (const reference of referencesOf(plan.output, '/output')) check(reference, false, '');
  if (problems.length > 0) return problems;
  const cycle = findCycle(graphOf(plan));
  if (cycle !== undefined) {
    const first = plan.nodes.findIndex(({ id }) => id === cycle[0]);
    report('cycle', { nodes: cycle }, `/nodes/${first}`);
  }
  return problems;
}
