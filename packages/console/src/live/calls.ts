import { signal } from '@preact/signals';
import { ask } from './ask.ts';
import { onComeback, onEvent, type ServiceEvent } from './events.ts';

/** A call as the screen Now shows it. */
export interface LiveCall {
  readonly id: string;
  readonly tool: string;
  readonly agent: string | undefined;
  readonly status: 'running' | 'success' | 'error' | 'blocked' | 'unknown';
  readonly time: string;
  readonly ms: number | undefined;
  readonly error: string | undefined;
  /** What a tool tells while it runs. */
  readonly progress: string | undefined;
}

const most = 500;

/** The latest calls, newest first. */
export const calls = signal<readonly LiveCall[]>([]);

export function followCalls(): () => void {
  const reload = (): void => void load().catch(() => undefined);
  const ends = [onComeback(reload), onEvent(keep)];
  return () => {
    for (const end of ends) end();
  };
}

async function load(): Promise<void> {
  const { items } = await ask('list_history', { limit: 50 });
  const recorded = items.map(
    (record): LiveCall => ({
      id: record.call_id,
      tool: record.tool,
      agent: record.agent,
      status: record.status,
      time: record.time,
      ms: record.execution_time_ms,
      error: record.error,
      progress: undefined,
    }),
  );
  const known = new Set(recorded.map(({ id }) => id));
  // What still runs is not in the history yet.
  const rest = calls.value.filter(({ id }) => !known.has(id));
  calls.value = sorted([...recorded, ...rest]);
}

/** What happens to a call, as the service tells it. */
interface CallFacts extends ServiceEvent {
  readonly call_id: string;
  readonly tool: string;
  readonly agent?: string | null;
  readonly time: string;
  readonly status?: LiveCall['status'];
  readonly execution_time_ms?: number;
  readonly error?: string;
  readonly data?: unknown;
}

const news: CallFacts[] = [];

/** A thousand events in a second are drawn a few times, not a thousand. */
function keep(event: ServiceEvent): void {
  // Records also tell of calls in other processes.
  if (!event.type.startsWith('call-') && event.type !== 'record') return;
  if (news.push(event as CallFacts) === 1) setTimeout(takeNews, 50);
}

function takeNews(): void {
  const known = new Map(calls.value.map((call) => [call.id, call]));
  for (const facts of news.splice(0)) {
    const next = after(facts, known.get(facts.call_id));
    known.set(next.id, next);
  }
  calls.value = sorted([...known.values()]);
}

function after(facts: CallFacts, before: LiveCall | undefined): LiveCall {
  const { type } = facts;
  const next: LiveCall = {
    id: facts.call_id,
    tool: facts.tool,
    agent: facts.agent ?? undefined,
    status: type === 'call-end' ? 'success' : (facts.status ?? 'running'),
    time: before?.time ?? facts.time,
    ms: facts.execution_time_ms,
    error: facts.error,
    progress: type === 'call-progress' ? textOf(facts.data) : undefined,
  };
  // What has ended does not run again because news of it came late.
  return next.status === 'running' && before !== undefined && before.status !== 'running' ? before : next;
}

function textOf(data: unknown): string {
  return (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).slice(0, 200);
}

function sorted(all: readonly LiveCall[]): LiveCall[] {
  return all.toSorted((one, other) => other.time.localeCompare(one.time)).slice(0, most);
}
