import type { Locale } from '../messages/catalog.ts';
import type { PlanProblem, PlanProblemCode, PlanProblemFacts } from '../messages/plan-problem.ts';
import type { JsonSchema, JsonValue } from '../schema/json-schema.ts';
import { maskOfType } from '../schema/json-type.ts';
import type { CallOptions } from '../tool/call.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import type { Station } from '../tool/result.ts';
import type { Tool } from '../tool/tool.ts';
import { valueAt } from '../tool/variables.ts';
import { checkArguments } from './check-arguments.ts';
import { foresee } from './foresee.ts';
import { nodeReferences } from './graph.ts';
import type { Plan, PlanNode } from './plan.ts';
import { referencesOf, type Reference } from './references.ts';
import { schemaAt, typesOf } from './schema-at.ts';

/** Of a `ToolService`, what a check asks. Nothing is called. */
export interface CheckedService {
  getTool(toolName: string, version?: string): Tool | undefined;
  listTools(): readonly Tool[];
  explain(toolName: string, parameters: unknown, options: CallOptions): Promise<CheckedExplanation>;
}

/** Of an explanation, what a check reads. */
export interface CheckedExplanation {
  readonly outcome: 'run' | 'ask' | 'blocked' | 'error';
  readonly risk: string | undefined;
  readonly stations: readonly {
    readonly station: Station;
    readonly decision: string;
    readonly code: string | undefined;
    readonly reason: string | undefined;
  }[];
}

export interface CheckOptions {
  readonly service: CheckedService;
  /** Who is going to submit it. */
  readonly agent?: string | undefined;
  /** What is going to be submitted with it. @default what the plan says */
  readonly input?: { readonly [name: string]: unknown } | undefined;
  /**
   * Whether an agent or a model has written the plan: it may not decide that a call is repeated that may not be.
   * @default false
   */
  readonly isByAgent?: boolean | undefined;
  /** @default 'en' */
  readonly locale?: Locale | undefined;
}

/**
 * What can be known of a plan before anything runs: tools and versions that there are not, references to nothing, arguments
 * that no tool would accept, conditions that never hold, and where a call would be refused or a person asked.
 *
 *     const problems = await checkPlan(plan, { service, agent: 'explorer' });
 */
export async function checkPlan(plan: Plan, options: CheckOptions): Promise<readonly PlanProblem[]> {
  const check = new PlanCheck(plan, options);
  for (const [index, node] of plan.nodes.entries()) await check.node(node, `/nodes/${index}`);
  check.output();
  return check.problems;
}

const arrayBit = maskOfType('array') ?? 0;

class PlanCheck {
  readonly problems: PlanProblem[] = [];
  readonly #plan: Plan;
  readonly #options: CheckOptions;
  readonly #input: { readonly [name: string]: unknown };
  readonly #nodes: ReadonlyMap<string, { readonly node: PlanNode; readonly tool: Tool | undefined }>;

  constructor(plan: Plan, options: CheckOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#input = { ...plan.input, ...options.input };
    const { service } = options;
    this.#nodes = new Map(
      plan.nodes.map((node) => [node.id, { node, tool: service.getTool(node.tool, node.version) }]),
    );
  }

  async node(node: PlanNode, place: string): Promise<void> {
    for (const reference of nodeReferences(node)) this.#reference(reference, place + reference.place);
    this.#forEach(node, place);
    if (node.when !== undefined && foresee(node.when, (reference) => this.#isRuledOut(reference)) === false)
      this.#report('never_holds', {}, `${place}/when`, 'warning');
    const tool = this.#nodes.get(node.id)?.tool;
    if (tool === undefined) this.#unknownTool(node, place);
    else {
      this.#repetition(node, tool, place);
      await this.#call(node, tool, place);
    }
  }

  output(): void {
    for (const reference of referencesOf(this.#plan.output, '/output'))
      this.#reference(reference, reference.place);
  }

  #reference(reference: Reference, place: string): void {
    const { root, text, name } = reference;
    // What is asked of a condition, or told in the end, may well be missing.
    const mayBeMissing = /^\/(?:nodes\/\d+\/when|output)(?:\/|$)/u.test(place);
    if (root === 'input' && !mayBeMissing && this.#inputAt(reference) === undefined)
      this.#report('unknown_input', { reference: text, known: Object.keys(this.#input) }, place);
    if (root === 'node' && this.#isRuledOut(reference)) {
      const tool = this.#nodes.get(name)?.tool?.name ?? name;
      this.#report('no_such_output', { reference: text, tool }, place, mayBeMissing ? 'warning' : 'error');
    }
  }

  #inputAt({ name, path }: Reference): unknown {
    return valueAt(this.#input, [name, ...path]);
  }

  #isRuledOut(reference: Reference): boolean {
    return reference.root === 'node' && this.#schemaOf(reference) === false;
  }

  /** What a node gives at a place, by the word of its tool. */
  #schemaOf({ root, name, path }: Reference): JsonSchema | undefined {
    const found = root === 'node' ? this.#nodes.get(name) : undefined;
    if (found === undefined) return undefined;
    const { node, tool } = found;
    if (typeof node.onFailure.otherwise === 'object') return undefined;
    const returns = tool?.returns;
    if (node.forEach === undefined) return schemaAt(returns, path);
    return schemaAt({ type: 'array', ...(returns !== undefined && { items: returns }) }, path);
  }

  #forEach({ forEach }: PlanNode, place: string): void {
    const [reference] = typeof forEach === 'string' ? referencesOf(forEach, '') : [];
    if (reference === undefined) return;
    const given = reference.root === 'input' ? this.#inputAt(reference) : undefined;
    const types = typesOf(this.#schemaOf(reference));
    const isList =
      given === undefined ? types === undefined || (types & arrayBit) !== 0 : Array.isArray(given);
    const tool = this.#nodes.get(reference.name)?.tool?.name ?? reference.root;
    if (!isList) this.#report('not_a_list', { reference: reference.text, tool }, `${place}/for_each`);
  }

  #repetition(
    { onUnknown }: PlanNode,
    { name, annotations, takesIdempotencyKey }: Tool,
    place: string,
  ): void {
    const isRepeatable = annotations.readOnly || annotations.idempotent || takesIdempotencyKey;
    if (onUnknown !== 'retry' || isRepeatable) return;
    if (this.#options.isByAgent === true)
      this.#report('retry_not_allowed', { tool: name }, `${place}/on_unknown`);
    else this.#report('may_call_twice', { tool: name }, `${place}/on_unknown`, 'warning');
  }

  #unknownTool({ tool, version }: PlanNode, place: string): void {
    const { service } = this.#options;
    if (version !== undefined && service.getTool(tool) !== undefined)
      this.#report('unknown_version', { tool, version }, `${place}/version`);
    else {
      const names = service.listTools().flatMap(({ name, aliases }) => [name, ...aliases]);
      this.#report('unknown_tool', { tool, suggestions: nearestNames(tool, names) }, `${place}/tool`);
    }
  }

  async #call(node: PlanNode, tool: Tool, place: string): Promise<void> {
    const { locale = 'en' } = this.#options;
    const checked = checkArguments(node.arguments, tool, {
      known: (reference) =>
        reference.root === 'input' ? (this.#inputAt(reference) as JsonValue | undefined) : undefined,
      schemaOf: (reference) => this.#schemaOf(reference),
      locale,
    });
    for (const { detail, pointer } of checked.problems)
      this.#report('invalid_arguments', { tool: tool.name, detail }, `${place}/arguments${pointer}`);
    if (checked.problems.length === 0) await this.#preflight(node, tool, checked, place);
  }

  /** What the corridor would say. Of a call whose arguments are not all known, only what does not depend on them. */
  async #preflight(
    { tool: name, version }: PlanNode,
    tool: Tool,
    { sample, isWhole }: { readonly sample: JsonValue; readonly isWhole: boolean },
    place: string,
  ): Promise<void> {
    const { service, agent } = this.#options;
    const { outcome, stations, risk = 'low' } = await service.explain(name, sample, { agent, version });
    const refusing = stations.find(({ decision }) => decision === 'refuse');
    if (outcome === 'ask' && (isWhole || tool.approval !== 'safe'))
      this.#report('would_ask', { tool: tool.name, risk }, `${place}/tool`, 'notice');
    if (refusing === undefined || refusing.station === 'validate') return;
    const { station, code = '', reason = '' } = refusing;
    if (isWhole || !dependingOnArguments.has(code))
      this.#report('would_be_refused', { tool: tool.name, station, reason }, `${place}/tool`);
  }

  #report<C extends PlanProblemCode>(
    code: C,
    facts: PlanProblemFacts[C],
    place: string,
    severity: PlanProblem['severity'] = 'error',
  ): void {
    this.problems.push({ code, facts, place, severity } as PlanProblem);
  }
}

/** Refusals that other arguments might not meet. */
const dependingOnArguments: ReadonlySet<string> = new Set([
  'denied_by_rule',
  'no_approver',
  'outside_project',
  'protected_path',
  'command_not_allowed',
  'host_not_allowed',
  'tool_failed',
]);
