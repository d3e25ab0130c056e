import { signal } from '@preact/signals';
import { ask } from './ask.ts';
import { onComeback } from './events.ts';

/** The agents by id: asked for once, for they change only with the service. */
export const agents = signal<readonly string[]>([]);

export function followAgents(): () => void {
  return onComeback(() => {
    ask('list_agents', {}).then(
      ({ items }) => {
        agents.value = items.map(({ id }) => id);
      },
      // Who may not see them calls as nobody else.
      () => undefined,
    );
  });
}
