import type { Fetch, Locale, ToolService } from '@toolcrib/core';
import type { DecisionModel, Discovery } from '@toolcrib/core/discovery';
import type { RecommendConfig } from './config/config.ts';
import { variable, type Environment } from './config/environment.ts';
import type { Store } from './store/store.ts';

interface DiscoverySurroundings {
  readonly service: ToolService;
  readonly store: Store;
  readonly recommend: RecommendConfig;
  readonly fetch: Fetch;
  readonly environment: Environment;
  readonly locale: Locale;
}

/** What finds and chooses tools, with all that the store remembers. Loaded when it is asked for. */
export async function openDiscovery(surroundings: DiscoverySurroundings): Promise<Discovery> {
  const { service, store, recommend, locale } = surroundings;
  const opened = await import('@toolcrib/core/discovery');
  return new opened.Discovery(service, {
    experience: store.experience,
    lists: recommend,
    model: await openModel(surroundings),
    locale,
  });
}

/** The model that is configured; it takes steps of decisions and writes plans. */
export async function openModel({
  recommend: { model },
  fetch,
  environment,
}: Pick<DiscoverySurroundings, 'recommend' | 'fetch' | 'environment'>): Promise<DecisionModel | undefined> {
  if (model === undefined) return undefined;
  const { createAsk } = await import('./connectors/model/ask-endpoint.ts');
  const { secret, timeout, steps } = model;
  const key = (): string | undefined => (secret === undefined ? undefined : variable(environment, secret));
  return { ask: createAsk(model, { fetch, secret: key }), timeout, steps };
}
