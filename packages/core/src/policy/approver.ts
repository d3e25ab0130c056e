import type { JsonSchemaObject, JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import type { Effect } from '../tool/effect.ts';
import type { Risk } from '../tool/safety.ts';

/** Asks a person. Whoever implements it shows the whole question and brings back one answer. */
export type Approver = (
  question: ApprovalQuestion,
  options: {
    /** Aborted when the question is over, also when nobody has answered. */
    readonly signal: AbortSignal | undefined;
    /** The question as it may be written down: without secrets, as records are. */
    readonly recorded: ApprovalQuestion;
  },
) => ApprovalAnswer | Promise<ApprovalAnswer>;

/**
 * What a person is asked about one call. The answer counts for exactly this tool version and these arguments. Everything is
 * shown whole; only a secret that the operator has configured is replaced by its name.
 */
export interface ApprovalQuestion {
  /** What a repeated call is known by, for its agent: the id that its caller gave it, else its own. */
  readonly callId: string;
  /** What history and events know the call by that asks first. */
  readonly recordId?: string | undefined;
  readonly agent: string | undefined;
  /** Who made the call, as the interface that took it knows them. @default the application itself */
  readonly requestedBy?: string | undefined;
  readonly tool: string;
  readonly version: string;
  readonly description: string;
  readonly arguments: CallArguments;
  readonly argumentsDigest: string;
  /** Digest of everything that is shown. An answer names it, so that it counts for nothing else. */
  readonly shownDigest: string;
  readonly effects: readonly Effect[];
  readonly risk: Risk;
  readonly reasons: readonly string[];
  /** What could go wrong, in the service's language. */
  readonly warning: string;
  /** What `allow_always` is a yes to: any call of the tool by this agent, or only this one again. @default no more than once */
  readonly always?: 'agent' | 'call' | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** What a person may fill in, where a tool asks for more than a yes. `arguments` are then what it would be told. */
  readonly form?: JsonSchemaObject | undefined;
}

export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  /** With `allow_always`: until the process that asked ends. @default until the grant is revoked */
  readonly scope?: 'session' | undefined;
  /** Who answered, as the desk that asked them knows them. @default 'user' */
  readonly by?: string | undefined;
  /** Digest of what was shown; an answer with another one is refused. @default that of what the desk was given */
  readonly shownDigest?: string | undefined;
  /** A word for the model, with a refusal. */
  readonly note?: string | undefined;
  /** What the person has filled in. */
  readonly content?: { readonly [field: string]: JsonValue } | undefined;
  /** The stored question that was answered, where questions are stored. */
  readonly approvalId?: string | undefined;
}

/** `allow_always` also makes a grant: for this tool and this agent. */
export type ApprovalDecision = 'allow_once' | 'allow_always' | 'reject_once';
