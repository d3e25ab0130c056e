import type { JsonValue } from '../schema/json-schema.ts';
import type { Condition, Plan, PlanNode } from './plan.ts';
import { referencesOf, type Reference } from './references.ts';

/** A plan's nodes as they wait for each other, by their place in the list. */
export interface PlanGraph {
  readonly nodes: readonly GraphNode[];
  readonly indexOf: ReadonlyMap<string, number>;
}

export interface GraphNode {
  readonly node: PlanNode;
  /** Those it waits for, each once. */
  readonly dependsOn: readonly Dependency[];
  /** Those that wait for it. */
  readonly dependants: readonly Dependency[];
  /** Whether its condition is asked for every item. */
  readonly asksPerItem: boolean;
}

export interface Dependency {
  readonly index: number;
  /** Whether the output is used, or only the end is waited for. */
  readonly usesOutput: boolean;
}

const graphs = new WeakMap<Plan, PlanGraph>();

/** The graph of a plan, made when first asked for. */
export function graphOf(plan: Plan): PlanGraph {
  const known = graphs.get(plan);
  if (known !== undefined) return known;
  const made = makeGraph(plan.nodes);
  graphs.set(plan, made);
  return made;
}

function makeGraph(nodes: readonly PlanNode[]): PlanGraph {
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const dependants: Dependency[][] = nodes.map(() => []);
  const graphNodes = nodes.map((node, index) => {
    const references = nodeReferences(node);
    const uses = new Set(references.filter(({ root }) => root === 'node').map(({ name }) => name));
    const dependsOn = [...new Set([...uses, ...node.after])].flatMap((id): Dependency[] => {
      const before = indexOf.get(id);
      return before === undefined ? [] : [{ index: before, usesOutput: uses.has(id) }];
    });
    for (const { index: before, usesOutput } of dependsOn) dependants[before]?.push({ index, usesOutput });
    const asksPerItem =
      node.forEach !== undefined &&
      conditionReferences(node.when, '').some(({ root }) => root === 'item' || root === 'index');
    return { node, dependsOn, dependants: dependants[index] as Dependency[], asksPerItem };
  });
  return { nodes: graphNodes, indexOf };
}

/** What a node refers to, wherever it stands, with the place inside of the node. */
export function nodeReferences(node: PlanNode): Reference[] {
  return [
    ...referencesOf(node.arguments, '/arguments'),
    ...conditionReferences(node.when, '/when'),
    ...referencesOf(node.forEach, '/for_each'),
  ];
}

function conditionReferences(condition: Condition | undefined, place: string): Reference[] {
  if (condition === undefined) return [];
  switch (condition.kind) {
    case 'truthy':
      return referencesOf(condition.value, place);
    case 'compare': {
      const parts: readonly [JsonValue, string][] = [
        [condition.value, 'value'],
        [condition.with, condition.by],
      ];
      return parts.flatMap(([value, name]) => referencesOf(value, `${place}/${name}`));
    }
    case 'not':
      return conditionReferences(condition.of, `${place}/not`);
    default:
      return condition.of.flatMap((part, index) =>
        conditionReferences(part, `${place}/${condition.kind}/${index}`),
      );
  }
}

/** Nodes that wait for each other in a circle, the first circle that is found; undefined when there is none. */
export function findCycle({ nodes }: PlanGraph): string[] | undefined {
  const left = nodes.map(({ dependsOn }) => dependsOn.length);
  const free = left.flatMap((count, index) => (count === 0 ? [index] : []));
  let seen = 0;
  for (let index = free.pop(); index !== undefined; index = free.pop()) {
    seen++;
    for (const { index: after } of nodes[index]?.dependants ?? [])
      if (--(left[after] as number) === 0) free.push(after);
  }
  if (seen === nodes.length) return undefined;
  // Everything that is left waits for something that is left: whoever follows that comes round.
  const way: number[] = [];
  const placeInWay = new Map<number, number>();
  let at = left.findIndex((count) => count > 0);
  while (!placeInWay.has(at)) {
    placeInWay.set(at, way.length);
    way.push(at);
    at = nodes[at]?.dependsOn.find(({ index }) => (left[index] as number) > 0)?.index ?? at;
  }
  return way.slice(placeInWay.get(at)).map((index) => nodes[index]?.node.id ?? '');
}
