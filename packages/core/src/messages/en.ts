import { builtinEn } from './builtin-en.ts';
import { builtinSentence } from './builtin-problem.ts';
import type { Catalog } from './catalog.ts';
import { expectation } from './expectation.ts';
import type { ArgumentProblem, DefinitionProblem, HoldReason, PathFault } from './facts.ts';
import { planProblemIn } from './plan-problem.ts';
import { brief, count, list, show } from './wording.ts';

export const en: Catalog = {
  tool_not_found: ({ name, suggestions }) =>
    `No tool ${show(name)}.${suggestions.length > 0 ? ` Did you mean ${list(suggestions, 'or')}?` : ' List the tools to see what there is.'}`,
  version_not_found: ({ tool, version, available }) =>
    `No version of ${tool} satisfies ${show(version)}. Available: ${available.join(', ')}.`,
  unknown_variable: ({ reference, known }) =>
    `Unknown variable ${show(reference)}.${known.length > 0 ? ` Known: ${known.join(', ')}.` : ' No variables were given.'}`,
  invalid_arguments: ({ problems }) => problems.map(argumentProblem).join('; '),
  invalid_options: ({ option, expected, names = [] }) =>
    `The option ${option} must be ${expectation(expected, 'en')}${names.length > 0 ? ` ${names.join(', ')}` : ''}.`,
  request_not_valid: ({ problems }) =>
    `The request is not valid: ${problems.map(argumentProblem).join('; ')}.`,
  not_replayable: ({ callId, names }) =>
    names.length === 0
      ? `The call ${show(callId)} cannot be replayed: its arguments were not kept. Give them anew.`
      : `The call ${show(callId)} cannot be replayed: ${list(names, 'and')} ${names.length === 1 ? 'was' : 'were'} not kept in full, for secrecy or length. Give ${names.length === 1 ? 'it' : 'them'} anew.`,

  tool_held_back: ({ tool, source, reason }) => `${tool} is held back: ${holdReasons[reason](show(source))}.`,
  unknown_agent: ({ agent, known }) =>
    `No agent ${show(agent)} is configured.${known.length > 0 ? ` Known: ${known.join(', ')}.` : ''}`,
  agent_not_yours: ({ agent, own }) =>
    `The request names the agent ${show(agent)}${own === undefined ? '' : `; it may name no other than ${show(own)}`}.`,
  not_offered: ({ tool, suggestions }) =>
    `The tool ${show(tool)} was not offered.${suggestions.length > 0 ? ` Did you mean ${list(suggestions, 'or')}?` : ''}`,
  not_in_scope: ({ tool, agent, allowList }) =>
    `The agent ${show(agent)} may not use ${tool}: it is not in the allow-list ${show(allowList)}.`,
  permission_denied: ({ required, held }) =>
    `The agent has no permission to call this tool (requires ${required}, currently has only ${held})`,
  denied_by_rule: ({ tool, source, reason, command, tooLarge }) =>
    tooLarge
      ? `${tool} is denied: there is too much in this call to hold it against the rule at ${source}.`
      : `${tool} is denied by the rule at ${source}${command === undefined ? '' : `, which speaks of "${command}"`}${reason ? `: ${reason}` : '.'}`,
  grant_required: ({ tool }) =>
    `${tool} is dangerous and is refused until a person grants it explicitly, by a grant or by an allow rule that names it.`,
  no_approver: ({ tool }) => `${tool} needs a person's approval, and there is nobody to ask.`,
  nobody_watches: ({ tool }) => `${tool} needs a person's approval, and nobody watches for questions.`,
  approval_refused: ({ tool, note }) => `A person refused the call of ${tool}${note ? `: ${note}` : '.'}`,
  approval_expired: ({ tool, seconds }) =>
    `Nobody answered the question about ${tool} within ${seconds} s. Call again to ask again.`,
  approval_mismatch: ({ tool, callId }) =>
    `The call id ${show(callId)} belongs to another call that a person was asked about: ${tool} with these arguments, by this agent, in this version was not.`,
  approval_used: ({ tool, callId }) =>
    `The approval of the call ${show(callId)} of ${tool} was used already, and counts once.`,
  approval_not_seen: ({ tool, callId }) =>
    `The answer does not belong to what is shown for the call ${show(callId)} of ${tool}: the digests differ.`,
  approval_too_large: ({ tool, limit }) =>
    `${tool} needs approval, and the request has more than ${count(limit)} characters: too many to be shown to a person.`,
  approver_out_of_scope: ({ tool, by, limit }) =>
    `${show(by)} may not approve this call of ${tool}: ${scopeLimits[limit]}.`,
  own_request: ({ tool, by }) => `${show(by)} made this call of ${tool} and may not approve it.`,
  approval_withdrawn: ({ tool }) => `The question about ${tool} was withdrawn before anybody answered.`,
  approver_failed: ({ tool, detail }) => `The question about ${tool} could not be asked: ${detail}`,
  grants_unavailable: ({ tool, detail }) =>
    `${tool} is refused, because the grants could not be read or written: ${detail}`,
  history_unavailable: ({ tool, detail }) =>
    `${tool} is refused, because it could not be recorded before it runs: ${detail}`,
  call_taken_over: ({ tool }) =>
    `${tool} was not called: another process has taken over the plan in the meantime.`,
  call_id_used: ({ id, callId }) =>
    `The id ${show(id)} was used before, for ${callId} in the history. The call is not run again.`,
  call_ids_unavailable: ({ tool, detail }) =>
    `${tool} is refused, because the ids of earlier calls could not be read or written: ${detail}`,
  no_fence: ({ tool }) => `${tool} must run inside a sandbox, and none is set up.`,
  outside_project: ({ path, fault }) =>
    `File path is outside the project directory${path === undefined ? '' : `: ${show(path)}`}${fault ? ` (${pathFaults[fault]})` : ''}`,
  protected_path: ({ path }) => `This path is protected against writing: ${show(path)}`,
  command_not_allowed: ({ command, reason }) =>
    `Command is not in the allow-list${command ? `: ${show(command)}` : ''}${reason ? ` (${reason})` : ''}`,
  host_not_allowed: ({ host, leadsTo }) =>
    leadsTo === undefined
      ? `Host is not in the network allow-list: ${show(host)}`
      : `Host leads to an address that is not in the network allow-list (${leadsTo}): ${show(host)}`,

  timeout: ({ tool, milliseconds, detail }) =>
    milliseconds === undefined
      ? `${tool} ran out of time${detail ? `: ${detail}` : '.'}`
      : `${tool} did not finish within ${milliseconds} ms and was stopped (timeout).`,
  cancelled: ({ tool }) => `The call of ${tool} was cancelled.`,
  outcome_unknown: ({ tool, process }) =>
    `Nobody heard how the call of ${tool} ended: the process that made it${process === undefined ? '' : ` (${show(process)})`} has ended or does not answer. Find out whether it was done before you call ${tool} again.`,
  network: ({ tool, detail }) => `${tool} could not reach its server: ${detail}`,
  rate_limited: ({ tool, retryAfterSeconds, detail }) =>
    `${tool} was refused for too many requests (429)${detail ? `: ${detail}` : '.'}${retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`}`,
  server_error: ({ tool, status, detail }) =>
    `The server behind ${tool} failed${status === undefined ? '' : ` (${status})`}${detail ? `: ${detail}` : '.'}`,
  bad_request: ({ tool, status, detail }) =>
    `The server behind ${tool} did not accept the arguments (${status})${detail ? `: ${detail}` : '.'}`,
  unauthorized: ({ tool, status, detail }) =>
    `The credentials of ${tool} were not accepted${status === undefined ? '' : ` (${status})`}${detail ? `: ${detail}` : '.'}`,
  forbidden: ({ tool, status, detail }) =>
    `The credentials of ${tool} do not permit this (${status})${detail ? `: ${detail}` : '.'}`,
  not_found: ({ tool, status, detail }) =>
    `What ${tool} asked for does not exist (${status})${detail ? `: ${detail}` : '.'}`,
  http_error: ({ tool, status, detail }) =>
    `The server behind ${tool} answered with status ${status}${detail ? `: ${detail}` : '.'}`,
  output_too_large: ({ tool, limit, unit }) =>
    `The answer of ${tool} has more than ${limit} ${units[unit]} and was dropped. Ask for less at a time.`,
  tool_failed: ({ tool, detail, inEffects }) =>
    inEffects ? `The effects of ${tool} could not be told: ${detail}` : `${tool} failed: ${detail}`,
  builtin_failed: (problem) =>
    `${problem.at ? `At ${show(problem.at.text)} (position ${problem.at.position}): ` : ''}${builtinSentence(builtinEn, problem)}`,
  not_recorded: ({ tool, arguments: given, nearest, times, tools = [] }) => {
    if (nearest !== undefined)
      return `No call of ${tool} with ${brief(given)} is recorded. The nearest is ${brief(nearest)}.`;
    return times === undefined
      ? `No call of ${tool} is recorded.${tools.length > 0 ? ` Recorded: ${tools.join(', ')}.` : ''}`
      : `The call of ${tool} with ${brief(given)} is recorded ${times === 1 ? 'once' : `${times} times`}, and was made more often.`;
  },
  no_executor: ({ kind }) =>
    `Nothing here can run tools of the kind ${show(kind)}. Register its executor first.`,
  unknown_handler: ({ kind, handler, known }) =>
    `No ${kind} handler ${show(handler)}.${known.length > 0 ? ` Known: ${known.join(', ')}.` : ''}`,
  secret_missing: ({ secret }) => `The secret ${show(secret)} is not set, or cannot be sent in a request.`,
  secret_unreadable: ({ secret }) =>
    `The secret ${show(secret)} could not be read. What went wrong is not told here, because it may hold the secret.`,
  internal_error: ({ detail }) => `Something broke inside Toolcrib itself: ${detail}`,

  invalid_definition: ({ subject, problems }) =>
    `The definition of ${show(subject)} is not valid: ${problems.map(definitionProblem).join('; ')}.`,
  http_not_supported: () => 'HTTP tools not yet supported (coming in v2)',
  duplicate_tool: ({ id }) =>
    `${id} is already registered. Give the new one a higher version, or remove the old one first.`,
  duplicate_name: ({ name, owner }) => `The name ${show(name)} already belongs to ${owner}.`,
  unknown_allow_list: ({ allowList, known }) =>
    `No allow-list ${show(allowList)}.${known.length > 0 ? ` Known: ${known.join(', ')}.` : ''}`,
  missing_tools: ({ tools }) => `These tools are defined but nobody provides them: ${tools.join(', ')}.`,
  undefined_tools: ({ tools }) => `These tools are provided but not defined: ${tools.join(', ')}.`,
  unknown_provider: ({ provider, known }) =>
    `Provider ${show(provider)} is not supported. Supported: ${known.join(', ')}.`,
  unusable_index: ({ fault }) =>
    fault === 'damaged'
      ? 'The bytes are no index of tools, or are damaged. Make the index anew from the tools.'
      : 'The index was written by another version. Make it anew from the tools.',

  invalid_plan: ({ name, problems }) =>
    `The plan ${show(name)} cannot be run: ${problems.map((problem) => planProblemIn(problem, 'en')).join('; ')}.`,
  unknown_plan: ({ plan }) => `There is no plan ${show(plan)}. List the plans to see what there is.`,
  plan_differs: ({ plan }) =>
    `The id ${show(plan)} belongs to another plan, or to that of another agent. Submit it under a new id.`,
  plan_out_of_time: ({ plan }) => `The plan ${show(plan)} did not end before its deadline and was stopped.`,
  plan_cancelled: ({ plan, reason }) => `The plan ${show(plan)} was cancelled${reason ? `: ${reason}` : '.'}`,
  plans_closed: () => 'No more plans are run here. Open a new engine; it takes up what was left.',
  not_a_list: ({ node, received }) =>
    `The for_each of the node ${show(node)} must be a list, received ${received}.`,
  nothing_to_decide: ({ plan, node }) =>
    `The node ${show(node)} of the plan ${show(plan)} waits for no decision. Only nodes that are outcome_unknown can be decided.`,
  plan_runs: ({ plan }) => `The plan ${show(plan)} still runs. Decide when it is parked.`,
  too_many_items: ({ node, count: items, limit }) =>
    `The for_each of the node ${show(node)} has ${items} items, and at most ${limit} are allowed. Split the list.`,
  plan_too_large: ({ plan, limit }) =>
    `The outputs of the plan ${show(plan)}, or its result, have more than ${limit} characters. What has succeeded keeps its output. Split the plan, or let its calls answer less.`,
};

const scopeLimits = {
  agents: 'the agent is not in the scope of this approver',
  tools: 'the tool is not in the scope of this approver',
  max_risk: 'its risk is higher than this approver may approve',
  always: 'an approver who is limited to a risk can allow it only once',
} as const;

const pathFaults: Readonly<Record<PathFault, string>> = {
  url: 'give a path, not a URL',
  malformed: 'not a path',
  too_long: 'too long',
  too_many_links: 'too many links',
  unreadable: 'a folder on the way cannot be looked into',
};
const units = { bytes: 'bytes', levels: 'levels', values: 'values', shapes: 'shapes of objects' } as const;

function argumentProblem({ path, keyword, expected, received, suggestions }: ArgumentProblem): string {
  const parameter = path === '' ? 'The arguments' : `Parameter ${path}`;
  switch (keyword) {
    case 'required':
      return `Missing required parameter: ${path === '' ? String(expected) : `${path}.${String(expected)}`}`;
    case 'type':
      return `${parameter} must be ${list([expected].flat().map(String), 'or')}, received ${received}`;
    case 'enum':
      return `${parameter} must be one of ${show(expected)}, received ${received}`;
    case 'const':
      return `${parameter} must be ${show(expected)}, received ${received}`;
    case 'format':
      return `${parameter} must be a valid ${String(expected)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return `Unknown parameter: ${path === '' ? String(expected) : `${path}.${String(expected)}`}${suggestions === undefined ? '' : ` (did you mean ${list(suggestions, 'or')}?)`}`;
    case 'beside':
      return `${parameter} must be left out beside ${String(expected)}`;
    case 'origin':
      return `${parameter} must stay within ${String(expected)}`;
    case 'custom':
      return `${parameter}: ${String(expected)}`;
    case 'json':
      return `${parameter} must be JSON, received ${received}`;
    case 'depth':
      return `${parameter} must not nest deeper than ${String(expected)} levels`;
    case 'size':
      return `${parameter} must not hold more than ${String(expected)} values in all`;
    case 'text':
      return `${parameter} must not hold more than ${String(expected)} characters of text in all`;
    case 'budget':
      return 'The arguments take too long to check against the schema';
    default:
      return `${parameter} must satisfy ${keyword} ${show(expected)}, received ${received}`;
  }
}

function definitionProblem(problem: DefinitionProblem): string {
  const { field } = problem;
  switch (problem.kind) {
    case 'not_an_object':
      return `${field} must be an object`;
    case 'missing':
      return `${field} is missing`;
    case 'wrong_type':
      return `${field} must be ${expectation(problem.expected, 'en')}`;
    case 'not_one_of':
      return `${field} must be one of ${problem.allowed.join(', ')}`;
    case 'bad_name':
      return `${field} ${show(problem.value)} must be 1 to 128 letters, digits, "_", "-" or "."`;
    case 'bad_version':
      return `${field} ${show(problem.value)} is not a semantic version such as 1.2.0`;
    case 'bad_schema':
      return `${field} is not a usable JSON Schema (${problem.reason}: ${problem.detail})`;
    case 'unknown':
      return `there is no field ${field}; known are ${problem.known.join(', ')}`;
    case 'misspelt':
      return `there is no field ${field}; ${problem.meant} is meant`;
    case 'too_long':
      return `${field} is longer than ${problem.limit}`;
  }
}

const holdReasons: Readonly<Record<HoldReason, (source: string) => string>> = {
  source: (source) => `nobody has accepted ${source} on this machine`,
  program: (source) => `files that ${source} is started from have changed, and nobody has accepted that`,
  new: (source) => `${source} has it since lately, and nobody has accepted it`,
  changed: (source) => `${source} has changed it, and nobody has accepted the change`,
  gone: (source) => `${source} has it no longer`,
};
