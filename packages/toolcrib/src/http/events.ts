import {
  toWireApproval,
  toWireRecord,
  type ApprovalStatus,
  type StoredApproval,
  type ToolEventName,
  type ToolEvents,
} from '@toolcrib/core';
import { announceWatcher } from '../approval-watchers.ts';
import type { PlanEngine, PlanEvent, PlanSnapshot } from '@toolcrib/core/plan';
import type { Toolcrib } from '../open-toolcrib.ts';
import { maySee, type Principal } from './principal.ts';

/** So many events are remembered for those who come back after a break, */
const remembered = 1000;
/** and so many bytes of them. */
const rememberedBytes = 4_000_000;
/** Bytes of questions that are looked at at a time. */
const questionsAtOnce = 1_000_000;
/** A listener that is behind by so many bytes is let go: it may come back and go on. */
const maxBehind = 1_000_000;

interface ToldEvent {
  readonly number: number;
  /** The agent that it is about; undefined for the application itself. */
  readonly agent: string | undefined;
  /** Whether everybody may hear it. */
  readonly isForAll: boolean;
  readonly bytes: Uint8Array;
}

interface ListenerOptions {
  readonly lastEventId: string | null;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

interface EventHubOptions {
  /** Stands in the ids of events: those of another run cannot be told from it. */
  readonly run: string;
  /** Milliseconds between signs of life. @default 15,000 */
  readonly heartbeat?: number | undefined;
}

/** What happens, told to many. */
export interface EventHub {
  /** Events from now on, and those since the last one that was heard, as far as they are remembered. */
  listen(principal: Principal, options: ListenerOptions): Promise<ReadableStream<Uint8Array>>;
  /** Tells what happens to a plan from the event after that number on, until it ends. */
  followPlan(engine: PlanEngine, plan: PlanSnapshot, after: number): void;
  readonly listeners: number;
  close(): void;
}

/**
 * Hears the service, the questions and the records, of this process and of those that share the store. Begins with the
 * first listener: what nobody has asked for is not worked out.
 */
export function createEventHub(
  { service, store, workbench }: Pick<Toolcrib, 'service' | 'store' | 'workbench'>,
  { run, heartbeat = 15_000 }: EventHubOptions,
): EventHub {
  const listeners = new Set<(event: ToldEvent) => void>();
  const endings = new Set<() => void>();
  const past: ToldEvent[] = [];
  let pastBytes = 0;
  const followed = new Map<string, () => void>();
  const closing = new AbortController();
  /** Those who can answer questions. */
  let watchers = 0;
  let callOff = (): void => undefined;
  let count = 0;
  let beginning: Promise<void> | undefined;

  const tell = (type: string, data: object, about: { readonly agent?: string | undefined } | 'all'): void => {
    const number = ++count;
    const text = `id: ${run}-${number}\nevent: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
    const event: ToldEvent = {
      number,
      agent: about === 'all' ? undefined : about.agent,
      isForAll: about === 'all',
      bytes: encoder.encode(text),
    };
    past.push(event);
    pastBytes += event.bytes.byteLength;
    while (past.length > remembered || pastBytes > rememberedBytes)
      pastBytes -= past.shift()?.bytes.byteLength ?? pastBytes;
    for (const listener of listeners) listener(event);
  };

  const begin = async (): Promise<void> => {
    for (const name of callEvents)
      endings.add(
        service.on(name, (event: ToolEvents[typeof name]) => tell(name, toWireFacts(event), event)),
      );
    for (const name of ['tool-registered', 'tool-removed'] as const)
      endings.add(
        service.on(name, ({ id, name: tool, version }) => tell(name, { id, tool, version }, 'all')),
      );
    endings.add(
      followApprovals(store, (approval) => {
        const { arguments: _, effects: __, form: ___, content: ____, ...brief } = toWireApproval(approval);
        tell('approval', brief, approval.question);
      }),
    );
    // A record that is written before it is known where the history ends would not be told.
    await new Promise<void>((resolve) => void followRecords(closing.signal, resolve));
  };

  const followRecords = async (signal: AbortSignal, onBegin: () => void): Promise<void> => {
    while (!signal.aborted) {
      try {
        for await (const record of store.history.watch({}, { signal, onBegin })) {
          const { arguments: _, output: __, causes: ___, stack: ____, ...brief } = toWireRecord(record);
          tell('record', brief, record);
        }
      } catch {
        // A store that cannot be read now is asked again, and holds up nobody who listens to the rest.
        onBegin();
        await new Promise((resolve) => setTimeout(resolve, 1000).unref());
      }
    }
  };

  return {
    get listeners() {
      return listeners.size;
    },
    async listen(principal, { lastEventId, signal }) {
      beginning ??= begin();
      await beginning;
      let end = (): void => undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            let isOpen = true;
            const send = (bytes: Uint8Array): void => {
              if (!isOpen) return;
              controller.enqueue(bytes);
              if ((controller.desiredSize ?? 0) < 0) end();
            };
            const hear = (event: ToldEvent): void => {
              if (event.isForAll || maySee(principal, event.agent)) send(event.bytes);
            };
            const pulse = setInterval(() => send(alive), heartbeat);
            pulse.unref();
            end = () => {
              if (!isOpen) return;
              isOpen = false;
              listeners.delete(hear);
              endings.delete(end);
              if (principal.scopes.includes('approve') && --watchers === 0) callOff();
              clearInterval(pulse);
              try {
                controller.close();
              } catch {
                // Whoever listened has gone.
              }
            };
            endings.add(end);
            signal.addEventListener('abort', end, { once: true });
            listeners.add(hear);
            // Somebody who can answer looks: programs need not be asked.
            if (principal.scopes.includes('approve') && ++watchers === 1)
              callOff = announceWatcher(workbench.stateFolder);
            if (signal.aborted) return end();
            send(greeting);
            const since = heardTo(lastEventId);
            if (since === undefined) send(reset);
            else for (const event of past) if (event.number > since) hear(event);
          },
          cancel: () => end(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: maxBehind }),
      );
    },
    followPlan(engine, { planId, agent }, after) {
      if (followed.has(planId)) return;
      const hear = ({ type, ...facts }: PlanEvent): void => {
        tell('plan', { event: type, ...toWireFacts(facts) }, { agent });
        // It may be told before anybody knows how to end the listening.
        if (type === 'plan-end') queueMicrotask(() => unfollow(planId));
      };
      followed.set(planId, engine.watch(planId, hear, { after }));
    },
    close() {
      for (const end of followed.values()) end();
      closing.abort();
      for (const end of endings) end();
    },
  };

  function unfollow(planId: string): void {
    followed.get(planId)?.();
    followed.delete(planId);
  }

  /** The number of the last event that was heard; undefined when what came after it is not remembered. */
  function heardTo(id: string | null): number | undefined {
    if (id === null) return count;
    const [, ownRun, number] = /^(\w+)-(\d{1,15})$/u.exec(id) ?? [];
    const first = past[0]?.number ?? count + 1;
    const heard = Number(number);
    return ownRun === run && heard >= first - 1 && heard <= count ? heard : undefined;
  }
}

const encoder = new TextEncoder();
const greeting = encoder.encode('retry: 2000\n\n');
const alive = encoder.encode(': alive\n\n');
/** Something was missed: what is shown must be read anew. */
const reset = encoder.encode('event: reset\ndata: {"type":"reset"}\n\n');

const callEvents = [
  'call-start',
  'call-run',
  'call-progress',
  'call-end',
  'call-fail',
] as const satisfies readonly ToolEventName[];

/** What is left out of events: they are signs; the record has the whole. */
const heavy = new Set(['arguments', 'output', 'annotations', 'stack', 'usage', 'approval']);
const maxProgress = 10_000;

/** In snake_case, without what is heavy; the time as ISO 8601 writes it. */
function toWireFacts(event: { readonly time: number }): object {
  const facts = Object.entries(event).filter(([name, value]) => value !== undefined && !heavy.has(name));
  const wire = Object.fromEntries(
    facts.map(([name, value]) => [
      name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  );
  if ('data' in wire && JSON.stringify(wire['data']).length > maxProgress) wire['data'] = 'too long';
  return { ...wire, time: new Date(event.time).toISOString() };
}

/** Tells every question that waits, and from then on every one that has changed. */
function followApprovals(
  { approvals }: Pick<Toolcrib['store'], 'approvals'>,
  tell: (approval: StoredApproval) => void,
): () => void {
  /** Those that can still change. */
  const open = new Map<string, ApprovalStatus>();
  let isLooking = false;
  let again = false;
  const note = (approval: StoredApproval): void => {
    const { id, status } = approval;
    if (open.get(id) === status) return;
    if (status === 'pending' || status === 'allowed') open.set(id, status);
    else open.delete(id);
    tell(approval);
  };
  const look = async (): Promise<void> => {
    const before = new Set(open.keys());
    let cursor: string | undefined;
    do {
      const page = await approvals.page({
        status: 'pending',
        limit: 1000,
        cursor,
        maxBytes: questionsAtOnce,
      });
      for (const approval of page.approvals.toReversed()) {
        before.delete(approval.id);
        note(approval);
      }
      cursor = page.next;
    } while (cursor !== undefined);
    for (const id of before) {
      const now = await approvals.get(id);
      if (now === undefined) open.delete(id);
      else note(now);
    }
  };
  const wake = async (): Promise<void> => {
    again = true;
    if (isLooking) return;
    isLooking = true;
    try {
      for (; again; ) {
        again = false;
        await look();
      }
    } catch {
      // A store that cannot be read now tells again.
    } finally {
      isLooking = false;
    }
  };
  void wake();
  return approvals.watch(() => void wake());
}
