import { signal } from '@preact/signals';
import { ServiceProblem, type ServiceEvent } from 'toolcrib/client';
import { client } from './ask.ts';
import { forgetToken } from './token.ts';

export type { ServiceEvent };

/** Whether what happens reaches this page. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');

type Listener = (event: ServiceEvent) => void;

const listeners = new Set<Listener>();
const comebacks = new Set<() => void>();

/** Told of everything that happens, in order and once. */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Told when the page may not know everything: whoever shows a state asks for it anew. */
export function onComeback(listener: () => void): () => void {
  comebacks.add(listener);
  return () => void comebacks.delete(listener);
}

/** Follows the service until the signal ends it. */
export async function followEvents(signal_: AbortSignal): Promise<void> {
  const onConnection = (state: 'open' | 'lost'): void => {
    connection.value = state;
    // What happened before the stream began is not in it.
    if (state === 'open') comeBack();
  };
  try {
    for await (const event of client.peek().events({ signal: signal_, onConnection })) {
      if (event.type === 'reset') comeBack();
      else for (const listener of listeners) listener(event);
    }
  } catch (thrown) {
    if (thrown instanceof ServiceProblem && thrown.problem.status === 401) forgetToken(true);
    else connection.value = 'lost';
  }
}

function comeBack(): void {
  for (const listener of comebacks) listener();
}
