import type { EventEmitter } from '../events/event-emitter.ts';
import type { BaseToolExecutor } from '../executors/base-executor.ts';
import type { Clock } from '../executors/clock.ts';
import type { Meter } from '../executors/meter.ts';
import type { History, RecordRequirement } from '../history/record.ts';
import type { Recording } from '../history/recording.ts';
import type { Redactor } from '../history/redact.ts';
import type { Locale } from '../messages/catalog.ts';
import type { Approver } from '../policy/approver.ts';
import type { Fence, SandboxMode } from '../policy/fence.ts';
import type { SessionConsents } from '../policy/session-consents.ts';
import type { SessionGrants } from '../policy/session-grants.ts';
import type { RuleBook } from '../policy/rule-book.ts';
import type { ToolRegistry } from '../registry/tool-registry.ts';
import type { Agents } from './agents.ts';
import type { GivenIds } from './given-ids.ts';
import type { CallObserver } from './call-observer.ts';

/** What the stations of the corridor may use. Put together once, by the service. */
export interface House {
  readonly registry: ToolRegistry;
  readonly agents: Agents;
  readonly rules: RuleBook;
  readonly grants: SessionGrants;
  readonly consents: SessionConsents;
  readonly approver: Approver | undefined;
  /** Milliseconds that a question waits for its answer. */
  readonly approvalTimeout: number;
  readonly fence: Fence | undefined;
  readonly sandbox: SandboxMode;
  readonly executors: ReadonlyMap<string, BaseToolExecutor>;
  readonly defaults: CallDefaults;
  readonly events: EventEmitter;
  readonly history: History | undefined;
  readonly historyRequired: RecordRequirement;
  readonly redactor: Redactor;
  readonly givenIds: GivenIds;
  /** Answers instead of the executors. */
  readonly recording: Recording | undefined;
  readonly clock: Clock;
  readonly meter: Meter | undefined;
  readonly observer: CallObserver | undefined;
  readonly locale: Locale;
}

/** What holds for every call that does not say otherwise. */
export interface CallDefaults {
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** Milliseconds before the first retry. */
  readonly retryDelay: number;
  /** What each further delay is multiplied with. */
  readonly backoff: number;
}
