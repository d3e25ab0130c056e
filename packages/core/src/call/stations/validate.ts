import type { ArgumentProblem } from '../../messages/facts.ts';
import { isObject } from '../../schema/json-type.ts';
import { compiledSchemaOf } from '../../tool/compiled-schema.ts';
import {
  withArguments,
  withInput,
  type CallArguments,
  type BoundCall,
  type ValidatedCall,
} from '../../tool/call.ts';
import { fail, type Refusal } from '../../tool/refusal.ts';
import type { StandardIssue, StandardSchema } from '../../tool/standard-schema.ts';
import { copyJson } from '../../tool/json.ts';
import { restAddress } from '../../tool/rest-address.ts';
import { isThenable } from '../../tool/thenable.ts';
import type { Tool } from '../../tool/tool.ts';

/** Holds the arguments against the tool's one schema and fills in its defaults. */
export function validate(call: BoundCall): ValidatedCall | Refusal | Promise<ValidatedCall | Refusal> {
  const problems = compiledSchemaOf(call.tool).validate(call.arguments);
  if (problems !== undefined) return fail('invalid_arguments', { problems });
  const { refine } = call.tool;
  return refine === undefined ? accept(call, call.arguments) : refined(call, refine);
}

/** A request whose arguments make no address is refused before anybody judges where it goes. */
function accept(call: BoundCall, input: unknown): ValidatedCall | Refusal {
  const { implementation } = call.tool;
  const address = implementation.kind === 'rest' ? restAddress(implementation, call.arguments) : undefined;
  return address !== undefined && 'problem' in address
    ? fail('invalid_arguments', { problems: [address.problem] })
    : withInput(call, input);
}

/** The author's own schema may check more than JSON Schema can say, and may transform. */
async function refined(call: BoundCall, schema: StandardSchema): Promise<ValidatedCall | Refusal> {
  const result = await schema['~standard'].validate(copyOf(call.arguments));
  if (result.issues !== undefined)
    return fail('invalid_arguments', { problems: result.issues.map(toProblem) });
  // Rules, questions and records speak of what the tool receives, as far as JSON can say it.
  return accept(withArguments(call, jsonOf(result.value) ?? call.arguments), result.value);
}

/** What the author's own schema has against a value; undefined when nothing, or when it does not answer at once. */
export function refinementProblems({ refine }: Tool, value: unknown): readonly ArgumentProblem[] | undefined {
  const result = refine?.['~standard'].validate(value);
  return result === undefined || isThenable(result) ? undefined : result.issues?.map(toProblem);
}

function toProblem({ message, path = [] }: StandardIssue): ArgumentProblem {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return { path: keys.join('.'), keyword: 'custom', expected: message, received: '' };
}

function copyOf(given: CallArguments): unknown {
  const copy = copyJson(given);
  return copy.ok ? copy.value : given;
}

function jsonOf(value: unknown): CallArguments | undefined {
  try {
    const json: unknown = JSON.parse(JSON.stringify(value));
    return isObject(json) ? (json as CallArguments) : undefined;
  } catch {
    return undefined;
  }
}
