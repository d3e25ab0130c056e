import { builtinTools } from '../builtins/builtins.ts';
import { EventEmitter, type Listener } from '../events/event-emitter.ts';
import type { ToolEventName } from '../events/events.ts';
import type { BaseToolExecutor } from '../executors/base-executor.ts';
import { BuiltinToolExecutor } from '../executors/builtin-executor.ts';
import { hostClock, type Clock } from '../executors/clock.ts';
import { InternalToolExecutor, type InternalService } from '../executors/internal-executor.ts';
import { MockToolExecutor } from '../executors/mock-executor.ts';
import { NativeToolExecutor } from '../executors/native-executor.ts';
import { RestToolExecutor, type Fetch, type Secrets } from '../executors/rest-executor.ts';
import { createSurroundings, type Surroundings } from '../executors/surroundings.ts';
import type { History } from '../history/record.ts';
import type { Locale } from '../messages/catalog.ts';
import type { ArgumentProblem } from '../messages/facts.ts';
import { parseAgent, type AgentInput } from '../policy/agent.ts';
import type { Approver } from '../policy/approver.ts';
import type { Fence, SandboxMode } from '../policy/fence.ts';
import { MemoryGrants, type GrantStore } from '../policy/grants.ts';
import { parseRules } from '../policy/parse-rule.ts';
import type { RuleInput } from '../policy/rule.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { AllowList } from '../registry/allow-list.ts';
import { readyMadeAllowLists } from '../registry/ready-made-allow-lists.ts';
import { ToolRegistry, type ToolFilter } from '../registry/tool-registry.ts';
import { requestedCall, type CallOptions, type FencedCall, type RequestedCall } from '../tool/call.ts';
import { compiledSchemaOf } from '../tool/compiled-schema.ts';
import { createError } from '../tool/errors.ts';
import type { ParametersInput, ToolDefinition } from '../tool/define-tool.ts';
import { copyJson } from '../tool/json.ts';
import { parseTool } from '../tool/parse-tool.ts';
import type { ToolResult } from '../tool/result.ts';
import { permits } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';
import { Agents } from './agents.ts';
import { createCallIds } from './call-ids.ts';
import { noOptions } from './call-options.ts';
import { explain, type Explanation } from './explain.ts';
import type { CallDefaults, House } from './house.ts';
import { walk } from './pipeline.ts';

import { refinementProblems } from './stations/validate.ts';

export interface ToolServiceOptions {
  /** @default a registry of its own */
  readonly registry?: ToolRegistry;
  /** Whether calculator, datetime, string, array and object are there from the start. @default true */
  readonly builtins?: boolean;
  /** Agents by id. One that is not here may call nothing. @default none */
  readonly agents?: { readonly [id: string]: AgentInput };
  /** Besides the ready-made ones; one of the same name takes its place. @default none */
  readonly allowLists?: readonly AllowList[];
  /** What the operator has decided about calls: deny wins over ask, ask over allow. @default none */
  readonly rules?: readonly RuleInput[];
  /** @default in memory */
  readonly grants?: GrantStore;
  /** Who asks a person. Without one, what needs a yes is refused. */
  readonly approver?: Approver;
  /** Milliseconds that a question waits. @default 300,000 */
  readonly approvalTimeout?: number;
  /** What holds a call while it runs. @default none */
  readonly fence?: Fence;
  /** @default 'best_effort' */
  readonly sandbox?: SandboxMode;
  /** @default { timeout: 10,000, retries: 0, retryDelay: 1,000, backoff: 2 } */
  readonly defaults?: Partial<CallDefaults>;
  /** Where records go. Without one nothing is recorded. */
  readonly history?: History;
  /** Services that tools of the kind `internal` may name. */
  readonly internal?: { readonly [handler: string]: InternalService };
  /** @default the host's */
  readonly fetch?: Fetch;
  /** Secrets that REST tools name. @default none */
  readonly secrets?: Secrets;
  /** @default 'en' */
  readonly locale?: Locale;
  /** @default the host's */
  readonly clock?: Clock;
  /** Hears what listeners throw. */
  readonly onListenerError?: (error: unknown, event: ToolEventName) => void;
}

/** One of many calls for `executeAll`; what a model asks for has this shape. */
export interface CallInput {
  /** @default a new one */
  readonly id?: string | undefined;
  readonly toolName: string;
  readonly arguments?: unknown;
  /** What this call wants otherwise than the rest. */
  readonly options?: CallOptions | undefined;
}

/** Options for many calls at once. What must differ from call to call stands with the call. */
export type SharedCallOptions = Omit<CallOptions, 'callId' | 'idempotencyKey'> & {
  /** How many run at the same time. @default 16 */
  readonly concurrency?: number | undefined;
};

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
  readonly grants: GrantStore;
  readonly #house: House;
  readonly #executors: Map<string, BaseToolExecutor>;
  readonly #surroundings: Surroundings;
  readonly #nextCallId: () => string = createCallIds();

  constructor(options: ToolServiceOptions = {}) {
    const { registry = new ToolRegistry(), clock = hostClock, builtins = true } = options;
    this.registry = registry;
    this.grants = options.grants ?? new MemoryGrants({ now: () => clock.now() });
    const events = new EventEmitter(options.onListenerError);
    this.#surroundings = createSurroundings(clock, (call, data) => tellProgress(events, clock, call, data));
    this.#executors = new Map(
      coreExecutors(this.#surroundings, options).map((executor) => [executor.kind, executor]),
    );
    watchRegistry(registry, events, clock);
    addAllowLists(registry, options.allowLists ?? []);
    if (builtins)
      for (const tool of builtinTools) if (registry.get(tool.id) === undefined) registry.register(tool);
    const agents = new Agents(
      Object.entries(options.agents ?? {}).map(([id, agent]) => parseAgent(id, agent)),
      registry,
    );
    this.#house = {
      registry,
      agents,
      rules: [...parseRules(options.rules ?? [], 'rules'), ...agents.rules()],
      grants: this.grants,
      approver: options.approver,
      approvalTimeout: options.approvalTimeout ?? 300_000,
      fence: options.fence,
      sandbox: options.sandbox ?? 'best_effort',
      executors: this.#executors,
      defaults: { timeout: 10_000, retries: 0, retryDelay: 1000, backoff: 2, ...options.defaults },
      events,
      history: options.history,
      clock,
      locale: options.locale ?? 'en',
    };
  }

  /** Calls a tool. Resolves to a result for every expected ending and never rejects for one; see `unwrap`. */
  execute(toolName: string, parameters: unknown = {}, options: CallOptions = noOptions): Promise<ToolResult> {
    return walk(this.#request(toolName, parameters, options), this.#house);
  }

  /** Calls many tools at once and gives the results in the order of the calls. The options hold for all of them. */
  async executeAll(
    calls: readonly CallInput[],
    { concurrency = 16, ...shared }: SharedCallOptions = {},
  ): Promise<ToolResult[]> {
    const results: ToolResult[] = [];
    const waiting = calls.entries();
    const work = async (): Promise<void> => {
      for (const [index, { id, toolName, arguments: given, options }] of waiting) {
        // Some providers count their calls anew in every turn: an id of theirs must not make two acts one.
        const own = { callId: id, idempotencyKey: this.#nextCallId() };
        results[index] = await this.execute(toolName, given, {
          ...own,
          ...shared,
          ...withoutUndefined(options),
        });
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency || 1, calls.length)) }, work));
    return results;
  }

  /** What would happen to a call, station by station, without making it. */
  explain(
    toolName: string,
    parameters: unknown = {},
    options: CallOptions = noOptions,
  ): Promise<Explanation> {
    return explain(this.#request(toolName, parameters, options), this.#house);
  }

  /** Adds a tool, in any accepted spelling. Throws when the definition is not valid, taken, or nothing could run it. */
  registerTool<const P extends ParametersInput>(definition: ToolDefinition<P>): Tool;
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

  /** The tools, in the order in which they were registered; for an agent, those that it may call. */
  listTools({ agent, ...filter }: ToolFilter & { readonly agent?: string | undefined } = {}): Tool[] {
    const tools = this.registry.list(filter);
    if (agent === undefined) return tools;
    const scoped = this.#house.agents.find(agent);
    if (scoped === undefined) throw createError('unknown_agent', { agent, known: this.#house.agents.ids() });
    const { caller, allows } = scoped;
    return tools.filter((tool) => allows(tool) && permits(caller.permission, tool.permission));
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
    return this.#house.events.on(name, listener);
  }

  /** Callers without types may pass anything; what is no name is a name that no tool has. */
  #request(toolName: unknown, rawArguments: unknown, given: CallOptions | null): RequestedCall {
    const options = given ?? noOptions;
    const callId = typeof options.callId === 'string' ? options.callId : this.#nextCallId();
    const name = typeof toolName === 'string' ? toolName : `(${typeof toolName})`;
    return requestedCall({ callId, name, rawArguments, options, startedAt: this.#house.clock.elapsed() });
  }
}

function tellProgress(events: EventEmitter, clock: Clock, call: FencedCall, data: JsonValue): void {
  const { callId, tool, caller, options } = call;
  events.emit('call-progress', () => ({
    callId,
    parentCallId: options.parentCallId,
    agent: caller.agent,
    tool: tool.name,
    time: clock.now(),
    data,
  }));
}

/** `agent: undefined` with one call must not make it the application's. */
function withoutUndefined(options: CallOptions = noOptions): CallOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function coreExecutors(surroundings: Surroundings, options: ToolServiceOptions): BaseToolExecutor[] {
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init as RequestInit));
  return [
    new BuiltinToolExecutor(surroundings, builtinTools),
    new NativeToolExecutor(surroundings),
    new MockToolExecutor(surroundings),
    new InternalToolExecutor(surroundings, options.internal ?? {}),
    new RestToolExecutor(surroundings, { fetch, secrets: options.secrets ?? (() => undefined) }),
  ];
}

/** An own list of a ready-made name takes its place; a registry that is shared has them already. */
function addAllowLists(registry: ToolRegistry, own: readonly AllowList[]): void {
  for (const allowList of own) registry.addAllowList(allowList);
  const taken = new Set(registry.allowLists().map(({ name }) => name));
  for (const allowList of readyMadeAllowLists)
    if (!taken.has(allowList.name)) registry.addAllowList(allowList);
}

function watchRegistry(registry: ToolRegistry, events: EventEmitter, clock: Clock): void {
  registry.watch(({ kind, tool: { id, name, version } }) => {
    events.emit(kind === 'registered' ? 'tool-registered' : 'tool-removed', () => ({
      id,
      name,
      version,
      time: clock.now(),
    }));
  });
}
