import type { MessageCode, MessageFacts } from '../messages/facts.ts';
import type { RefusalCode } from '../messages/remedy.ts';

/** How a call ends at a station: with an error, or because it is not allowed. */
export class Refusal<C extends MessageCode = MessageCode> {
  readonly status: 'error' | 'blocked';
  readonly code: C;
  readonly data: MessageFacts[C];
  /** What spoke: a rule, a level, a list. */
  readonly rule: string | undefined;
  readonly cause: unknown;

  constructor(
    status: 'error' | 'blocked',
    code: C,
    data: MessageFacts[C],
    { rule, cause }: { readonly rule?: string | undefined; readonly cause?: unknown } = {},
  ) {
    this.status = status;
    this.code = code;
    this.data = data;
    this.rule = rule;
    this.cause = cause;
  }
}

/** The call was not allowed, and `rule` says what spoke. Every such code has a remedy. */
export function block<C extends RefusalCode>(
  code: C,
  data: MessageFacts[C],
  rule: string | undefined,
  cause?: unknown,
): Refusal<C> {
  return new Refusal('blocked', code, data, { rule, cause });
}

/** The call could not be made. */
export function fail<C extends MessageCode>(code: C, data: MessageFacts[C], cause?: unknown): Refusal<C> {
  return new Refusal('error', code, data, { cause });
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
