import { builtinTools } from '../builtins/builtins.ts';
import { EventEmitter, type Listener } from '../events/event-emitter.ts';
import type { ToolEventName } from '../events/events.ts';
import type { BaseToolExecutor } from '../executors/base-executor.ts';
import { BuiltinToolExecutor } from '../executors/builtin-executor.ts';
import { hostClock } from '../executors/clock.ts';
import { InternalToolExecutor } from '../executors/internal-executor.ts';
import { MockToolExecutor } from '../executors/mock-executor.ts';
import { NativeToolExecutor } from '../executors/native-executor.ts';
import type { Secrets } from '../executors/rest-credentials.ts';
import { RestToolExecutor, type Fetch } from '../executors/rest-executor.ts';
import { createSurroundings, type Surroundings } from '../executors/surroundings.ts';
import type { CallRecord } from '../history/record.ts';
import type { NamedSecret } from '../tool/secret-mask.ts';
import { Redactor } from '../history/redact.ts';
import { replayedArguments } from '../history/replay.ts';
import type { ArgumentProblem } from '../messages/facts.ts';
import { parseAgent } from '../policy/agent.ts';
import { SessionConsents } from '../policy/session-consents.ts';
import { SessionGrants } from '../policy/session-grants.ts';
import { parseRules } from '../policy/parse-rule.ts';
import { RuleBook } from '../policy/rule-book.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { AllowList } from '../registry/allow-list.ts';
import { readyMadeAllowLists } from '../registry/ready-made-allow-lists.ts';
import { ToolRegistry, type ToolFilter } from '../registry/tool-registry.ts';
import { createCallIds } from '../tool/call-ids.ts';
import {
  requestedCall,
  type CallOptions,
  type CallProblem,
  type FencedCall,
  type RequestedCall,
} from '../tool/call.ts';
import { compiledSchemaOf } from '../tool/compiled-schema.ts';
import { createError } from '../tool/errors.ts';
import type { GivenOf, ParametersInput, ToolDefinition } from '../tool/define-tool.ts';
import { copyJson } from '../tool/json.ts';
import { isTool, parseTool } from '../tool/parse-tool.ts';
import { block, fail, isRefusal, type Refusal } from '../tool/refusal.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Permission } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';
import { Agents } from './agents.ts';
import { MemoryGivenIds } from './given-ids.ts';
import {
  noOptions,
  readCallOptions,
  readConcurrency,
  type ReadOptions,
  type SharedCallOptions,
} from './call-options.ts';
import { explain, type Explanation } from './explain.ts';
import type { CallDefaults, House } from './house.ts';
import { walkObserved } from './observation.ts';
import { checkServiceOptions, type ToolServiceOptions } from './service-options.ts';
import { refinementProblems } from './stations/validate.ts';

/** One of many calls for `executeAll`; what a model asks for has this shape. */
export interface CallInput {
  /** @default a new one */
  readonly id?: string | undefined;
  /** The id only tells the place in one response: the call gets one of its own. */
  readonly idIsMadeUp?: boolean | undefined;
  readonly toolName: string;
  readonly arguments?: unknown;
  /** What this call wants otherwise than the rest. */
  readonly options?: CallOptions | undefined;
  /** Why it cannot be made, as `offerTools` tells it: the call is answered with this, and nothing runs. */
  readonly problem?: CallProblem | undefined;
}

export interface ReplayOptions extends Omit<CallOptions, 'replayOf'> {
  /** In place of those in the record, and of those that it does not hold. @default none */
  readonly arguments?: { readonly [name: string]: unknown } | undefined;
}

export type ValidationResult =
  | { readonly valid: true; readonly problems: readonly [] }
  | { readonly valid: false; readonly problems: readonly ArgumentProblem[] };

/**
 * The face of the core: keeps tools and calls them, every call through the same corridor.
 *
 *     const service = new ToolService();
 *     const result = await service.execute('calculator', { expression: '0.1 + 0.2' });
 */
export class ToolService {
  readonly registry: ToolRegistry;
  /** Those of the store that was given, and those that end with this process. */
  readonly grants: SessionGrants;
  readonly #house: House;
  readonly #executors: Map<string, BaseToolExecutor>;
  readonly #surroundings: Surroundings;
  readonly #nextCallId: () => string = createCallIds();

  constructor(options: ToolServiceOptions = {}) {
    checkServiceOptions(options);
    const { registry = new ToolRegistry(), clock = hostClock, builtins = true } = options;
    this.registry = registry;
    this.grants = new SessionGrants(options.grants, { now: () => clock.now() });
    const events = new EventEmitter(options.onListenerError);
    const redactor = new Redactor(options.secretValues?.map(toNamed));
    this.#surroundings = createSurroundings(clock, (call, data) => tellProgress(this.#house, call, data));
    this.#executors = new Map(
      coreExecutors(this.#surroundings, options, redactor).map((executor) => [executor.kind, executor]),
    );
    const agents = new Agents(
      Object.entries(options.agents ?? {}).map(([id, agent]) => parseAgent(id, agent)),
      registry,
    );
    const rules = new RuleBook([...parseRules(options.rules ?? [], 'rules'), ...agents.rules()]);
    // After everything that can be refused: a registry that is shared keeps nothing of a service that never was.
    addAllowLists(registry, options.allowLists ?? []);
    if (builtins)
      for (const tool of builtinTools) if (registry.get(tool.id) === undefined) registry.register(tool);
    this.#house = {
      registry,
      agents,
      rules,
      grants: this.grants,
      consents: new SessionConsents({ now: () => clock.now() }),
      approver: options.approver,
      approvalTimeout: options.approvalTimeout ?? 300_000,
      fence: options.fence,
      sandbox: options.sandbox ?? 'best_effort',
      executors: this.#executors,
      defaults: toDefaults(options.defaults),
      events,
      history: options.history,
      historyRequired: options.historyRequired ?? 'not_read_only',
      redactor,
      givenIds: options.givenIds ?? new MemoryGivenIds(),
      recording: options.recording,
      clock,
      meter: options.meter,
      observer: options.observer,
      locale: options.locale ?? 'en',
    };
  }

  /**
   * Calls a registered tool: by itself, typed by it, or by its name. Resolves to a result for every expected ending and never
   * rejects for one; see `unwrap`.
   *
   *     const result = await service.execute(forecast, { city: 'Vienna' });
   *     if (result.status === 'success') result.output.temperature;
   */
  execute<Input, Output>(
    tool: Tool<Input, Output>,
    input: Input,
    options?: CallOptions,
  ): Promise<ToolResult<Output>>;
  execute(toolName: string, parameters?: unknown, options?: CallOptions): Promise<ToolResult>;
  execute(
    tool: Tool | string,
    parameters: unknown = {},
    options: CallOptions = noOptions,
  ): Promise<ToolResult> {
    if (!isTool(tool))
      return walkObserved(this.#request(tool, parameters, readCallOptions(options)), this.#house);
    const read = readCallOptions({ version: tool.version }, options);
    const isRegistered = this.registry.get(tool.id) === tool;
    const problem = isRegistered ? read.problem : fail('tool_not_found', { name: tool.id, suggestions: [] });
    return walkObserved(this.#request(tool.name, parameters, { ...read, problem }), this.#house);
  }

  /** Calls many tools at once and gives the results in the order of the calls. The options hold for all of them. */
  async executeAll(
    calls: readonly CallInput[],
    shared: SharedCallOptions = noOptions,
  ): Promise<ToolResult[]> {
    const results: ToolResult[] = [];
    const { concurrency, problem } = readConcurrency(shared);
    const waiting = calls.entries();
    const work = async (): Promise<void> => {
      for (const [index, call] of waiting) results[index] = await this.#executeOne(call, shared, problem);
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, calls.length) }, work));
    return results;
  }

  /**
   * Makes a recorded call again, through the whole corridor: the same tool, version and arguments, and whoever calls now.
   * What the record does not hold, because it was secret or too long, must be given anew in `arguments`.
   */
  replay(record: CallRecord, options: ReplayOptions = noOptions): Promise<ToolResult> {
    return walkObserved(this.#replayOf(record, options), this.#house);
  }

  /**
   * What would happen to a replay, without making it: an agent chose what the record says, and it runs with the rights of
   * whoever replays it. Show it to a person first.
   */
  explainReplay(record: CallRecord, options: ReplayOptions = noOptions): Promise<Explanation> {
    return explain(this.#replayOf(record, options), this.#house);
  }

  /** What would happen to a call, station by station, without making it. */
  explain(
    toolName: string,
    parameters: unknown = {},
    options: CallOptions = noOptions,
  ): Promise<Explanation> {
    return explain(this.#request(toolName, parameters, readCallOptions(options)), this.#house);
  }

  /** Adds a tool, in any accepted spelling. Throws when the definition is not valid, taken, or nothing could run it. */
  registerTool<Input, Output>(tool: Tool<Input, Output>): Tool<Input, Output>;
  registerTool<const P extends ParametersInput, Output>(
    definition: ToolDefinition<P, Output>,
  ): Tool<GivenOf<P>, Output>;
  registerTool(definition: unknown): Tool;
  registerTool(definition: unknown): Tool {
    const tool = parseTool(definition);
    const executor = this.#executors.get(tool.type);
    if (executor === undefined) throw createError('no_executor', { kind: tool.type });
    executor.checkTool(tool);
    return this.registry.register(tool);
  }

  /** Removes one version by its id, or every version by name. False when there was nothing to remove. */
  unregisterTool(idOrName: string): boolean {
    return this.registry.unregister(idOrName);
  }

  /** The tool of a name, alias or id; undefined when there is none. `version` may be a range. */
  getTool(toolName: string, version?: string): Tool | undefined {
    return this.registry.get(toolName, version);
  }

  /** The tools, in the order in which they were registered; for an agent, those that it may call, as it may call them. */
  listTools({ agent, ...filter }: ToolFilter & { readonly agent?: string | undefined } = {}): Tool[] {
    const scoped = this.#house.agents.find(agent);
    if (isRefusal(scoped)) throw createError(scoped.code, scoped.data);
    return this.registry.list(filter, scoped.shown);
  }

  /** The level of an agent, or of the application itself; undefined for an agent that nobody configured. */
  permissionOf(agent: string | undefined): Permission | undefined {
    const scoped = this.#house.agents.find(agent);
    return isRefusal(scoped) ? undefined : scoped.caller.permission;
  }

  /** Holds parameters against a tool's schema without calling it. A schema that answers later is asked only by a call. */
  validateParameters(tool: Tool, parameters: unknown): ValidationResult {
    const copy = copyJson(parameters);
    const problems = copy.ok
      ? (compiledSchemaOf(tool).validate(copy.value) ?? refinementProblems(tool, copy.value))
      : [copy.fault];
    return problems === undefined ? { valid: true, problems: [] } : { valid: false, problems };
  }

  /** Adds a kind of tool: one executor, one line. */
  registerExecutor(create: (surroundings: Surroundings) => BaseToolExecutor): void {
    const executor = create(this.#surroundings);
    const { kind } = executor;
    if (this.#executors.has(kind)) throw createError('duplicate_name', { name: kind, owner: 'an executor' });
    this.#executors.set(kind, executor);
  }

  /** Listens; returns what ends it. A listener cannot break or change a call. */
  on<Name extends ToolEventName>(name: Name, listener: Listener<Name>): () => void {
    const { events, registry, clock, agents } = this.#house;
    if (name !== 'tool-registered' && name !== 'tool-removed') return events.on(name, listener);
    // The registry is watched only while somebody listens: one that is shared outlives its services.
    return registry.watch(({ kind, tool }) => {
      if (name !== `tool-${kind}`) return;
      const event = { id: tool.id, name: tool.name, version: tool.version, time: clock.now() };
      if (name === 'tool-registered') events.tell(name, listener as Listener<'tool-registered'>, () => event);
      else
        events.tell('tool-removed', listener as Listener<'tool-removed'>, () => ({
          ...event,
          agents: agents.bereftOf(tool),
        }));
    });
  }

  #replayOf(record: CallRecord, { arguments: given, ...options }: ReplayOptions): RequestedCall {
    const { callId, tool, version } = record;
    const again = replayedArguments(record, given);
    const read = readCallOptions(version === undefined ? noOptions : { version }, options, {
      replayOf: callId,
    });
    const problem = isRefusal(again) ? (read.problem ?? again) : read.problem;
    const parameters = isRefusal(again) ? record.arguments : again.arguments;
    return this.#request(tool, parameters, { ...read, problem });
  }

  #executeOne(
    call: CallInput,
    shared: SharedCallOptions,
    sharedProblem: Refusal | undefined,
  ): Promise<ToolResult> {
    // A list that was read from outside may hold anything.
    const { id, idIsMadeUp, toolName, arguments: given, options, problem }: Partial<CallInput> = call ?? {};
    // Some providers count their calls anew in every turn: an id of theirs must not make two acts one.
    const own =
      id === undefined || idIsMadeUp === true ? {} : { givenId: id, idempotencyKey: this.#nextCallId() };
    const read = readCallOptions(shared, own, options);
    const refusal = problem === undefined ? (sharedProblem ?? read.problem) : toRefusal(problem);
    return walkObserved(this.#request(toolName, given, { ...read, problem: refusal }), this.#house);
  }

  /** Callers without types may pass anything; what is no name is a name that no tool has. */
  #request(toolName: unknown, rawArguments: unknown, { options, problem }: ReadOptions): RequestedCall {
    const callId = options.callId ?? this.#nextCallId();
    const name = typeof toolName === 'string' ? toolName : `(${typeof toolName})`;
    const startedAt = this.#house.clock.elapsed();
    return requestedCall({ callId, name, rawArguments, options, problem, startedAt });
  }
}

function tellProgress({ events, clock, redactor }: House, call: FencedCall, data: JsonValue): void {
  const { callId, tool, caller, options, mask } = call;
  events.emit('call-progress', () => ({
    callId,
    givenId: options.givenId,
    parentCallId: options.parentCallId,
    requestId: options.requestId,
    agent: caller.agent,
    tool: tool.name,
    time: clock.now(),
    data: redactor.value(data, mask) ?? 'not JSON',
  }));
}

function toDefaults({ timeout, retries, retryDelay, backoff }: Partial<CallDefaults> = {}): CallDefaults {
  return {
    timeout: timeout ?? 10_000,
    retries: retries ?? 0,
    retryDelay: retryDelay ?? 1000,
    backoff: backoff ?? 2,
  };
}

/** Whatever the problem is, the call is not made; what is no problem that we know is one too. */
function toRefusal(problem: CallProblem): Refusal {
  switch (problem?.code) {
    case 'not_offered':
      return block(problem.code, problem.data, 'offer');
    case 'tool_not_found':
    case 'invalid_arguments':
      return fail(problem.code, problem.data);
    default:
      return fail('invalid_options', { option: 'problem', expected: 'problem_of_offer' });
  }
}

function coreExecutors(
  surroundings: Surroundings,
  options: ToolServiceOptions,
  redactor: Redactor,
): BaseToolExecutor[] {
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init as RequestInit));
  // Whatever is read as a secret is one, also in what other tools find.
  const secrets: Secrets = async (name) => {
    const secret: unknown = await options.secrets?.(name);
    if (typeof secret === 'string') redactor.learn({ name, value: secret });
    return secret as string | undefined;
  };
  return [
    new BuiltinToolExecutor(surroundings, builtinTools),
    new NativeToolExecutor(surroundings),
    new MockToolExecutor(surroundings),
    new InternalToolExecutor(surroundings, options.internal ?? {}),
    new RestToolExecutor(surroundings, { fetch, secrets }),
  ];
}

function toNamed(secret: string | NamedSecret, index: number): NamedSecret {
  return typeof secret === 'string' ? { name: String(index + 1), value: secret } : secret;
}

/** An own list of a ready-made name takes its place; a registry that is shared has them already. */
function addAllowLists(registry: ToolRegistry, own: readonly AllowList[]): void {
  for (const allowList of own) registry.addAllowList(allowList);
  const taken = new Set(registry.allowLists().map(({ name }) => name));
  for (const allowList of readyMadeAllowLists)
    if (!taken.has(allowList.name)) registry.addAllowList(allowList);
}
