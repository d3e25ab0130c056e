import {
  withArguments,
  withMask,
  type BoundCall,
  type CallArguments,
  type ScopedCall,
} from '../../tool/call.ts';
import { fail, type Refusal } from '../../tool/refusal.ts';
import { argumentLimits, copyJson } from '../../tool/json.ts';
import { VariableBinder } from '../../tool/variables.ts';

/** Makes the arguments our own: a copy that is JSON and nothing else, with `{{variables}}` put in. */
export function bind(call: ScopedCall): BoundCall | Refusal {
  const { variables } = call.options;
  const binder = variables && new VariableBinder(variables);
  const copy = copyJson(call.rawArguments ?? {}, argumentLimits, binder && ((text) => binder.bind(text)));
  if (binder?.unknown !== undefined) {
    return fail('unknown_variable', { reference: binder.unknown, known: Object.keys(variables ?? {}) });
  }
  if (!copy.ok) return fail('invalid_arguments', { problems: [copy.fault] });
  const { value } = copy;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return withArguments(withMask(call, binder?.mask()), value as CallArguments);
  }
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const problem = { path: '', keyword: 'type', expected: 'object', received };
  return fail('invalid_arguments', { problems: [problem] });
}
