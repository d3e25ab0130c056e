import type { CallOptions } from '../tool/call.ts';

/** The span that a call belongs to, as its caller's tracing told it. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
}

/** W3C Trace Context: version, trace, span, flags. A later version may say more behind them. */
const known = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/u;
const later =
  /^(?!00|ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[\x20-\x7e]{0,200})?$/u;
const state = /^[\x20-\x7e]{1,512}$/u;

/** Undefined when the caller said nothing that can be read. */
export function traceContextOf({ traceparent, tracestate }: CallOptions): TraceContext | undefined {
  if (typeof traceparent !== 'string' || !(known.test(traceparent) || later.test(traceparent)))
    return undefined;
  const readable = typeof tracestate === 'string' && state.test(tracestate);
  return { traceparent, tracestate: readable ? tracestate : undefined };
}
