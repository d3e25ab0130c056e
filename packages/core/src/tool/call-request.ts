import type { ArgumentProblem } from '../messages/facts.ts';
import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import type { FromSchema } from '../schema/infer.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import type { CallOptions } from './call.ts';
import { nearestNames } from './nearest-names.ts';
import { block, fail, isRefusal, type Refusal } from './refusal.ts';

/**
 * A call as JSON: what `execute_tool` takes on every interface. A field that is not listed here is refused: one that is ignored
 * would pass for one that was obeyed.
 */
export const callRequestSchema = {
  type: 'object',
  properties: {
    id: {
      type: ['string', 'integer'],
      minLength: 1,
      maxLength: 200,
      minimum: -9_007_199_254_740_991,
      maximum: 9_007_199_254_740_991,
      description:
        "The caller's own id of the call. A repeated request finds the answer of a person under it again; once the call has run, the same agent cannot use it for another.",
    },
    tool_name: { type: 'string', minLength: 1, description: 'A name, an alias or an id.' },
    arguments: { type: 'object' },
    version: { type: 'string', minLength: 1, description: 'A version or a range.' },
    timeout_ms: { type: 'number', exclusiveMinimum: 0 },
    retries: { type: 'integer', minimum: 0, maximum: 10 },
    task: { type: 'string', description: 'The request that the call serves, in the words of who asked.' },
    parent_call_id: { type: 'string', description: 'The call that this one is part of.' },
    agent: { type: 'string', description: 'Who calls, for a caller that may act for others.' },
  },
  required: ['tool_name'],
  additionalProperties: false,
} as const;

/** What may be left out may also be undefined: JSON knows no difference. */
export type CallRequest = {
  readonly [Field in keyof FromSchema<typeof callRequestSchema>]:
    | FromSchema<typeof callRequestSchema>[Field]
    | undefined;
} & { readonly tool_name: string };

/** What other interfaces call these fields: too far from their names for a slip of the keyboard. */
const foreignNames: readonly (readonly [field: string, names: readonly string[]])[] = [
  ['tool_name', ['name', 'tool']],
  ['name', ['tool_name', 'tool']],
  ['arguments', ['args', 'params', 'parameters', 'input', 'tool_args', 'tool_input']],
  ['tool_args', ['args', 'params', 'parameters', 'input', 'tool_input']],
  ['timeout_ms', ['timeout']],
  ['id', ['call_id', 'tool_call_id']],
  ['agent', ['agent_id']],
];

/** A function that finds the request in a value, or tells everything that keeps it from being one. */
export function createRequestReader<const Schema extends JsonSchemaObject>(
  schema: Schema,
): (value: unknown) => FromSchema<Schema> | Refusal<'request_not_valid'> {
  const fields = Object.keys(schema.properties ?? {});
  let compiled: CompiledSchema | undefined;
  return (value) => {
    compiled ??= compileSchema(schema);
    const problems = compiled.validate(value);
    return problems === undefined
      ? (value as FromSchema<Schema>)
      : fail('request_not_valid', { problems: problems.map((one) => withSuggestions(one, fields)) });
  };
}

/** A problem with the fields that may have been meant. */
export function withSuggestions(problem: ArgumentProblem, fields: readonly string[]): ArgumentProblem {
  if (problem.keyword !== 'additionalProperties') return problem;
  const given = String(problem.expected);
  const meant = foreignNames.filter(([field, names]) => fields.includes(field) && names.includes(given));
  const suggestions = [...new Set([...meant.map(([field]) => field), ...nearestNames(given, fields)])];
  return suggestions.length > 0 ? { ...problem, suggestions } : problem;
}

const read = createRequestReader(callRequestSchema);

/**
 * The call in a value, or why it is none. Who may act for others leaves `onlyAs` out; a request of anybody else may name its own
 * agent and no other.
 */
export function readCallRequest(
  value: unknown,
  { onlyAs }: { readonly onlyAs?: string | undefined } = {},
): CallRequest | Refusal<'request_not_valid' | 'agent_not_yours'> {
  const request = read(value);
  if (isRefusal(request) || onlyAs === undefined) return request;
  return refuseForeignAgent(request, onlyAs) ?? request;
}

/** A refusal when a request names another agent than the one it comes from. */
export function refuseForeignAgent(
  { agent }: Pick<CallRequest, 'agent'>,
  own: string | undefined,
): Refusal<'agent_not_yours'> | undefined {
  return agent === undefined || agent === own ? undefined : block('agent_not_yours', { agent, own }, 'agent');
}

/** The options that a request asks for. Who calls is for the interface to say: `agent` is not among them. */
export function toCallOptions(request: Omit<CallRequest, 'tool_name'>, base: CallOptions = {}): CallOptions {
  const { id, version, timeout_ms, retries, task, parent_call_id } = request;
  return {
    ...base,
    givenId: id === undefined ? base.givenId : String(id),
    version: version ?? base.version,
    timeout: timeout_ms ?? base.timeout,
    retries: retries ?? base.retries,
    task: task ?? base.task,
    parentCallId: parent_call_id ?? base.parentCallId,
  };
}
