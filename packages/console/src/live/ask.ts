import { computed } from '@preact/signals';
import { createClient, ServiceProblem, type Input, type OperationName, type Output } from 'toolcrib/client';
import { language } from '../state/settings.ts';
import { forgetToken, token } from './token.ts';

export type { Output };

/** The one door to the service: always the page's own origin, whatever an address says. */
export const client = computed(() =>
  createClient({
    fetch: (input, init) => fetch(input, init),
    base: location.origin,
    token: token.value ?? '',
    locale: language.value,
  }),
);

/** Asks the service. A token that it does not know any more is forgotten, and the page asks for another. */
export async function ask<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const used = token.value;
  try {
    return await client.value.ask(name, input, signal === undefined ? {} : { signal });
  } catch (thrown) {
    if (thrown instanceof ServiceProblem && thrown.problem.status === 401 && token.value === used)
      forgetToken(true);
    throw thrown;
  }
}
