import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type TracerProvider,
} from '@opentelemetry/api';
import type { CallEnding, CallObserver, ObservedCall, ToolService, TraceContext } from '@toolcrib/core';
import { attribute, operation, toolTypeOf } from './conventions.ts';
import { fromTraceContext, toTraceContext } from './trace-context.ts';

export interface Tracing {
  readonly observer: CallObserver;
  /** The span of the call that is under way here, for those who ask others to do something. */
  readonly traceContext: () => TraceContext | undefined;
  /** Adds arguments and results to the spans, as the events show them: without secrets. */
  addContent(service: ToolService): void;
}

/** A name that a model made up can be long. */
const maxName = 128;

/** One span around each call; calls that it makes become its children, however long it waits in between. */
export function traceCalls(provider: TracerProvider, { content }: { readonly content: boolean }): Tracing {
  const tracer = provider.getTracer('toolcrib');
  // Our own: an application that traces has a context manager, and a command line has none.
  const contexts = new AsyncLocalStorage<Context>();
  const currentSpan = (): Span | undefined => {
    const current = contexts.getStore();
    return current && trace.getSpan(current);
  };

  return {
    observer(call, run) {
      const parent = parentOf(call, contexts.getStore() ?? context.active());
      const name = call.name.slice(0, maxName);
      const options = { kind: SpanKind.INTERNAL, attributes: attributesBefore(call, name) };
      const span = tracer.startSpan(`${operation} ${name}`, options, parent);
      const inside = trace.setSpan(parent, span);
      contexts.run(inside, () => context.with(inside, run));
      return (ending) => {
        finish(span, ending, content);
      };
    },
    traceContext: () => toTraceContext(currentSpan()?.spanContext()),
    addContent(service) {
      const add = (name: string, value: unknown): void => {
        if (value !== undefined) currentSpan()?.setAttribute(name, JSON.stringify(value));
      };
      service.on('call-run', (event) => add(attribute.callArguments, event.arguments));
      service.on('call-end', (event) => add(attribute.callResult, event.output));
      service.on('call-fail', (event) => add(attribute.callArguments, event.arguments));
    },
  };
}

/** What the caller says comes before what happens to be around. */
function parentOf({ traceContext }: ObservedCall, around: Context): Context {
  return traceContext === undefined ? around : trace.setSpanContext(around, fromTraceContext(traceContext));
}

function attributesBefore(
  { callId, agent, requestId, parentCallId }: ObservedCall,
  name: string,
): Attributes {
  return {
    [attribute.operation]: operation,
    [attribute.toolName]: name,
    [attribute.callId]: callId,
    [attribute.agentId]: agent,
    [attribute.requestId]: requestId,
    [attribute.parentCallId]: parentCallId,
  };
}

function finish(span: Span, ending: CallEnding, content: boolean): void {
  const { status, tool, errorType, errorCode, error } = ending;
  if (tool !== undefined) span.updateName(`${operation} ${tool.name}`);
  span.setAttributes({
    ...(tool !== undefined && {
      [attribute.toolName]: tool.name,
      [attribute.toolType]: toolTypeOf(tool.type),
      [attribute.toolDescription]: tool.shortDescription,
      [attribute.kind]: tool.type,
      [attribute.version]: tool.version,
    }),
    [attribute.status]: status,
    [attribute.errorType]: errorType,
    [attribute.errorCode]: errorCode,
    [attribute.station]: ending.station,
    [attribute.rule]: ending.rule,
    [attribute.risk]: ending.risk,
    [attribute.approval]: ending.approval?.kind,
    [attribute.sandbox]: ending.sandbox,
    [attribute.attempts]: ending.attempts,
    [attribute.usageSource]: ending.usage?.source,
    [attribute.cpuMs]: ending.usage?.cpuMs,
    [attribute.memoryBytes]: ending.usage?.memoryBytes,
  });
  // The sentence can repeat what the arguments say.
  if (status !== 'success')
    span.setStatus({ code: SpanStatusCode.ERROR, message: (content ? error : errorCode) ?? '' });
  span.end();
}
