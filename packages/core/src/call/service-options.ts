import type { ToolEventName } from '../events/events.ts';
import type { Clock } from '../executors/clock.ts';
import type { InternalService } from '../executors/internal-executor.ts';
import type { Secrets } from '../executors/rest-credentials.ts';
import type { Fetch } from '../executors/rest-executor.ts';
import type { Meter } from '../executors/meter.ts';
import { recordRequirements, type History, type RecordRequirement } from '../history/record.ts';
import type { Recording } from '../history/recording.ts';
import type { NamedSecret } from '../tool/secret-mask.ts';
import type { Locale } from '../messages/catalog.ts';
import { locales } from '../messages/text.ts';
import type { AgentInput } from '../policy/agent.ts';
import type { Approver } from '../policy/approver.ts';
import { sandboxModes, type Fence, type SandboxMode } from '../policy/fence.ts';
import type { GrantStore } from '../policy/grants.ts';
import type { RuleInput } from '../policy/rule.ts';
import type { AllowList } from '../registry/allow-list.ts';
import type { ToolRegistry } from '../registry/tool-registry.ts';
import { isObject } from '../schema/json-type.ts';
import { createError } from '../tool/errors.ts';
import { callOptionRules } from './call-options.ts';
import type { GivenIds } from './given-ids.ts';
import type { CallDefaults } from './house.ts';
import type { CallObserver } from './call-observer.ts';
import {
  duration,
  flag,
  fn,
  having,
  list,
  object,
  oneOf,
  optionFacts,
  text,
  type OptionRules,
} from './option-rule.ts';

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
  /**
   * Which calls are refused when the history cannot take a record before they run. Holds for a history that has `begin`.
   * @default 'not_read_only'
   */
  readonly historyRequired?: RecordRequirement;
  /** Which ids agents have given to calls. @default in memory */
  readonly givenIds?: GivenIds;
  /** Answers calls with what was recorded; nothing is executed. For tests of agents. @default none */
  readonly recording?: Recording;
  /** Services that tools of the kind `internal` may name. */
  readonly internal?: { readonly [handler: string]: InternalService };
  /** @default the host's */
  readonly fetch?: Fetch;
  /** Secrets that REST tools name. @default none */
  readonly secrets?: Secrets;
  /**
   * What is kept out of records and events wherever it turns up; what `secrets` gives is so by itself. Who is asked about a call
   * reads the name in its place. @default none
   */
  readonly secretValues?: readonly (string | NamedSecret)[];
  /** @default 'en' */
  readonly locale?: Locale;
  /** @default the host's */
  readonly clock?: Clock;
  /** Measures CPU time and memory of executions. Without one nothing is measured. */
  readonly meter?: Meter;
  /** Stands around every call, for tracing. It sees, and changes nothing. */
  readonly observer?: CallObserver;
  /** Hears what listeners throw. */
  readonly onListenerError?: (error: unknown, event: ToolEventName) => unknown;
}

const rules: OptionRules<ToolServiceOptions> = {
  registry: having('register', 'get', 'list', 'watch'),
  builtins: flag,
  agents: object,
  allowLists: list,
  rules: list,
  grants: having('find', 'add', 'revoke', 'list'),
  approver: fn,
  approvalTimeout: duration,
  fence: having('enclose'),
  sandbox: oneOf(sandboxModes),
  defaults: object,
  history: having('append'),
  historyRequired: oneOf(recordRequirements),
  givenIds: having('usedBy', 'use', 'release'),
  recording: having('answer'),
  internal: {
    expected: 'object_of_functions',
    accepts: (value) => isObject(value) && Object.values(value).every(fn.accepts),
  },
  fetch: fn,
  secrets: fn,
  secretValues: {
    expected: 'list_of_texts',
    accepts: (value) => Array.isArray(value) && value.every((one) => text.accepts(one) || isNamed(one)),
  },
  locale: oneOf(locales),
  clock: having('now', 'elapsed', 'setTimeout', 'clearTimeout', 'random'),
  meter: having('start'),
  observer: fn,
  onListenerError: fn,
};

function isNamed(value: unknown): boolean {
  return (
    isObject(value) &&
    'name' in value &&
    text.accepts(value.name) &&
    'value' in value &&
    text.accepts(value.value)
  );
}

const { timeout, retries, retryDelay, backoff } = callOptionRules;
const defaultRules: OptionRules<CallDefaults> = { timeout, retries, retryDelay, backoff };

/**
 * Throws for the first option that makes no sense. One that is not known is refused too: these decide what is
 * allowed, and a slip such as `rule` for `rules` must not mean none.
 */
export function checkServiceOptions(options: ToolServiceOptions): void {
  check(options, rules, '');
  check(options.defaults ?? {}, defaultRules, 'defaults.');
}

function check<Options extends object>(options: Options, known: OptionRules<Options>, prefix: string): void {
  if (!isObject(options)) throw createError('invalid_options', optionFacts('options', object));
  for (const [name, value] of Object.entries(options)) {
    const option = `${prefix}${name}`;
    if (!Object.hasOwn(known, name))
      throw createError('invalid_options', optionFacts(option, oneOf(Object.keys(known))));
    const rule = known[name as keyof Options];
    if (value !== undefined && !rule.accepts(value))
      throw createError('invalid_options', optionFacts(option, rule));
  }
}
