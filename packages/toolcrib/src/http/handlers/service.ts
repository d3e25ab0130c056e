import { restrictedLine } from '../../config/trust/texts.ts';
import { countUnrecorded } from '../../store/history/unrecorded.ts';
import { toWireToken } from '../../store/tokens/wire-token.ts';
import type { Counter, Handlers } from '../asking.ts';
import { toOpenApi } from '../contract/openapi-document.ts';
import type { serviceOperations } from '../contract/service.ts';
import { toMetrics } from '../metrics.ts';
import { isOperator } from '../places.ts';
import { viewerOf } from '../principal.ts';
import { createReadiness } from '../readiness.ts';

export function createServiceHandlers(counter: Counter): Handlers<keyof typeof serviceOperations> {
  const { toolcrib, events, version, address, room, dangers } = counter;
  const { store, config, locale } = toolcrib;
  const readiness = createReadiness({ store, isMemoryOver: () => room.isMemoryOver() });
  return {
    // Without a look into the store: whoever asks may be anybody, and asks often.
    get_health() {
      const { problem, waiting, lost } = store.history.condition();
      const isWell = problem === undefined && waiting + lost === 0;
      return { status: isWell ? 'ok' : 'degraded', unrecorded: waiting + lost };
    },

    async get_ready() {
      await readiness.check();
      return { status: 'ready' };
    },

    async get_status(_, { principal, locale: spoken }) {
      const isPerson = principal.agent === undefined;
      const unrecorded = isPerson ? await countUnrecorded(store.history) : undefined;
      return {
        version,
        locale,
        project: isPerson ? config.project : null,
        tools: (await toolcrib.discovery()).list({ agent: viewerOf(principal, undefined) }).length,
        listeners: events.listeners,
        running_calls: room.requests,
        token: toWireToken(principal),
        restricted: isPerson ? (restrictedLine(config, locale) ?? null) : null,
        ...(unrecorded && {
          history: {
            waiting: unrecorded.waiting,
            lost: unrecorded.lost,
            problem: unrecorded.problem?.in(locale) ?? null,
          },
        }),
        dangers: isOperator(principal)
          ? dangers.map(({ code, message, remedy }) => ({
              code,
              message: message(spoken),
              remedy: remedy(spoken),
            }))
          : [],
        problems: isPerson
          ? toolcrib.problems.map(({ file, line, path, code, message, remedy }) => ({
              file,
              line,
              path,
              code,
              message,
              remedy,
            }))
          : [],
      };
    },

    async get_metrics() {
      const rollups = await store.statistics.rollups();
      const waiting = await store.approvals.count('pending');
      const text = toMetrics(rollups, {
        waiting,
        unrecorded: await countUnrecorded(store.history),
        listeners: events.listeners,
        runningCalls: room.requests,
      });
      return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
    },

    async stream_events(_, { principal, headers, signal }) {
      const stream = await events.listen(principal, { lastEventId: headers.get('last-event-id'), signal });
      return new Response(stream, {
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      });
    },

    get_openapi: () => toOpenApi({ version, address: address() }),
  };
}
