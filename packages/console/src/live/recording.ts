import { signal } from '@preact/signals';
import { ask, type Output } from './ask.ts';
import { onComeback } from './events.ts';
import { reloadStatus } from './status.ts';

/** Whether calls are recorded, as the service says it every few seconds. */
export const health = signal<Output<'get_health'> | undefined>(undefined);

const everyMs = 5000;

export function followRecording(): () => void {
  const look = async (): Promise<void> => {
    const said = await ask('get_health', {}).catch(() => undefined);
    if (said === undefined) return;
    const { status, unrecorded } = health.value ?? {};
    health.value = said;
    // What is lost is told in full with the rest of the status.
    if (status !== undefined && (status !== said.status || unrecorded !== said.unrecorded)) reloadStatus();
  };
  const timer = setInterval(() => void look(), everyMs);
  const end = onComeback(() => void look());
  return () => {
    clearInterval(timer);
    end();
  };
}
