import { signal } from '@preact/signals';
import { ask, type Output } from './ask.ts';
import { onComeback } from './events.ts';

/** What runs there, what the token is good for, and what of the configuration could not be used. */
export const status = signal<Output<'get_status'> | undefined>(undefined);

export function followStatus(): () => void {
  return onComeback(reloadStatus);
}

export function reloadStatus(): void {
  ask('get_status', {}).then(
    (said) => {
      status.value = said;
    },
    () => undefined,
  );
}

/** Whether this token decides about calls whose outcome is unknown, as far as is known here. */
export function mayDecide(): boolean {
  const { agent, scopes = [] } = status.value?.token ?? {};
  return agent === null && scopes.includes('approve');
}
