import type { CallEnding, Locale, ObservedCall, ToolEvents, ToolService } from '@toolcrib/core';
import type { TelemetryConfig } from '../config/config.ts';
import type { Log } from './log.ts';
import { telemetryTexts } from './texts.ts';

export interface CallLog {
  /** Warns of a call that took too long. */
  readonly onEnding: (call: ObservedCall, ending: CallEnding) => void;
  /** Listens to what the level lets through, and to nothing else. */
  listen(service: ToolService): void;
}

/** The lines about calls. */
export function logCalls(log: Log, config: TelemetryConfig, locale: Locale): CallLog {
  const texts = telemetryTexts(locale);
  const { slowCallMs: limit, annotations: wantsAnnotations, content } = config;
  return {
    onEnding(call, { tool, executionTimeMs, status, attempts }) {
      // A call that nothing was executed for was not slow: somebody was asked, or it was refused.
      if (attempts === 0 || executionTimeMs <= limit || !log.writes('warn')) return;
      const name = tool?.name ?? call.name;
      const milliseconds = Math.round(executionTimeMs);
      const fields = {
        event: 'call_slow',
        ...whoOf({ ...call, tool: name }),
        status,
        duration_ms: milliseconds,
        limit_ms: limit,
      };
      log.write('warn', fields, texts.slowCall(name, milliseconds, limit));
    },
    listen(service) {
      if (log.writes('error')) service.on('call-fail', onFail);
      if (log.writes('warn')) service.on('tool-removed', onRemoved);
      if (!log.writes('debug')) return;
      service.on('call-end', onEnd);
      if (wantsAnnotations) service.on('call-run', onRun);
    },
  };

  function onFail(event: ToolEvents['call-fail']): void {
    const { tool, status, error, errorCode, errorType, station, rule, stack } = event;
    const fields = {
      event: status === 'blocked' ? 'call_blocked' : 'call_failed',
      ...whoOf(event),
      status,
      ...whatItTook(event),
      error_code: errorCode,
      error_type: errorType,
      station,
      rule,
      stack: status === 'blocked' ? undefined : stack,
      ...(content && { arguments: event.arguments }),
    };
    // The caller has been told, and refusals stand in the security log; a mistake of ours is the operator's affair.
    const level = errorCode === 'internal_error' ? 'error' : 'info';
    log.write(level, fields, status === 'blocked' ? texts.blocked(tool, error) : texts.failed(tool, error));
  }

  function onRemoved({ name, version, agents }: ToolEvents['tool-removed']): void {
    for (const agent of agents) {
      const fields = { event: 'tool_removed', tool: name, version, agent };
      log.write('warn', fields, texts.removed(name, agent));
    }
  }

  function onRun(event: ToolEvents['call-run']): void {
    const { readOnly, destructive, idempotent, requiresConfirmation } = event.annotations;
    const fields = {
      event: 'call_run',
      ...whoOf(event),
      version: event.version,
      annotations: {
        read_only: readOnly,
        destructive,
        idempotent,
        requires_confirmation: requiresConfirmation,
      },
      risk: event.risk,
      approval: event.approval.kind,
      sandbox: event.sandbox,
      ...(content && { arguments: event.arguments }),
    };
    log.write('debug', fields, texts.run(event.tool));
  }

  function onEnd(event: ToolEvents['call-end']): void {
    const fields = {
      event: 'call_end',
      ...whoOf(event),
      status: 'success',
      ...whatItTook(event),
      ...(content && { arguments: event.arguments, output: event.output }),
    };
    log.write('debug', fields, texts.ended(event.tool, fields.duration_ms));
  }
}

type Who = Pick<ToolEvents['call-fail'], 'callId' | 'parentCallId' | 'requestId' | 'agent' | 'tool'> & {
  readonly givenId?: string | undefined;
};

function whoOf({ callId, givenId, parentCallId, requestId, agent, tool }: Who): object {
  return {
    tool,
    call_id: callId,
    given_id: givenId,
    parent_call_id: parentCallId,
    request_id: requestId,
    agent,
  };
}

type Finished = Pick<ToolEvents['call-fail'], 'version' | 'executionTimeMs' | 'attempts' | 'usage'>;

function whatItTook({ version, executionTimeMs, attempts, usage }: Finished): {
  readonly duration_ms: number;
} {
  const taken = {
    version,
    duration_ms: Math.round(executionTimeMs * 1000) / 1000,
    attempts,
    ...(usage !== undefined && {
      usage: { source: usage.source, cpu_ms: usage.cpuMs, memory_bytes: usage.memoryBytes },
    }),
  };
  return taken;
}
