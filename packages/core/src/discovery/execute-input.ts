import {
  callRequestSchema,
  createRequestReader,
  refuseForeignAgent,
  type CallRequest,
} from '../tool/call-request.ts';
import { fail, isRefusal, type Refusal } from '../tool/refusal.ts';

const { tool_name, arguments: given, parent_call_id: _whole, ...fields } = callRequestSchema.properties;

/**
 * What the tool `execute_tool` takes: the request of every interface, with the names that models know from other tools. It is
 * part of a call itself, so that it cannot name the call that it belongs to. Some models write `arguments`, as in the request,
 * where `tool_args` is asked for: both are understood.
 */
const read = createRequestReader({
  type: 'object',
  properties: { name: tool_name, tool_args: given, arguments: given, ...fields },
  required: ['name'],
  additionalProperties: false,
});

/** The request in the arguments of `execute_tool`, or why there is none. */
export function readExecuteInput(input: unknown, agent: string | undefined): CallRequest | Refusal {
  const taken = read(input);
  if (isRefusal(taken)) return taken;
  const { name, tool_args: toolArguments, arguments: otherArguments, ...rest } = taken;
  // Which of the two was meant is not for us to guess.
  if (toolArguments !== undefined && otherArguments !== undefined)
    return fail('request_not_valid', {
      problems: [{ path: 'arguments', keyword: 'beside', expected: 'tool_args', received: 'object' }],
    });
  const request = { ...rest, tool_name: name, arguments: toolArguments ?? otherArguments };
  return refuseForeignAgent(request, agent) ?? request;
}
