import type { BoundCall, CallArguments, Refusal, ScopedCall } from '../../tool/call.ts';
import { reject } from '../../tool/call.ts';
import { argumentLimits, copyJson } from '../../tool/json.ts';
import { UnknownVariable, variableBinder } from '../variables.ts';

/** Makes the arguments our own: a copy that is JSON and nothing else, with `{{variables}}` put in. */
export function bind(call: ScopedCall): BoundCall | Refusal {
  const { variables } = call.options;
  try {
    const leaf = variables === undefined ? undefined : variableBinder(variables);
    const copy = copyJson(call.rawArguments ?? {}, argumentLimits, leaf);
    if (!copy.ok) return reject('invalid_arguments', { problems: [copy.fault] });
    const { value } = copy;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ...call, arguments: value as CallArguments };
    }
    const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const problem = { path: '', keyword: 'type', expected: 'object', received };
    return reject('invalid_arguments', { problems: [problem] });
  } catch (thrown) {
    if (!(thrown instanceof UnknownVariable)) throw thrown;
    return reject('unknown_variable', { reference: thrown.reference, known: Object.keys(variables ?? {}) });
  }
}
