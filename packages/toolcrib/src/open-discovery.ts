import { resolve } from 'node:path';
import type { Fetch, Locale, ToolService } from '@toolcrib/core';
import type { DecisionModel, Discovery, Embed, EmbeddingOptions } from '@toolcrib/core/discovery';
import type { EmbeddingsConfig, RecommendConfig } from './config/config.ts';
import { variable, type Environment } from './config/environment.ts';
import type { Store } from './store/store.ts';

interface DiscoverySurroundings {
  readonly service: ToolService;
  readonly store: Store;
  readonly recommend: RecommendConfig;
  /** The folder that files are given from. */
  readonly project: string;
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
    embeddings: await openEmbeddings(surroundings),
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
  const access = { fetch, secret: keyOf(secret, environment) };
  return { ask: createAsk(model, access), timeout, steps };
}

async function openEmbeddings(surroundings: DiscoverySurroundings): Promise<EmbeddingOptions | undefined> {
  const { recommend, locale } = surroundings;
  const { embeddings } = recommend;
  if (embeddings === undefined) return undefined;
  const { vectorsProblem } = await import('./connectors/model/texts.ts');
  return {
    embed: await openEmbed(embeddings, surroundings),
    share: embeddings.share,
    timeout: embeddings.timeout,
    onProblem: (problem) => process.emitWarning(vectorsProblem(problem, locale), { code: 'no_vectors' }),
  };
}

async function openEmbed(
  config: EmbeddingsConfig,
  { fetch, environment, project }: DiscoverySurroundings,
): Promise<Embed> {
  if ('file' in config) {
    const { createWordVectors } = await import('./connectors/model/word-vectors.ts');
    return createWordVectors(resolve(project, config.file));
  }
  const { createEmbed } = await import('./connectors/model/embed-endpoint.ts');
  return createEmbed(config, { fetch, secret: keyOf(config.secret, environment) });
}

/** Read when it is needed: a key may be changed while we run. */
function keyOf(name: string | undefined, environment: Environment): () => string | undefined {
  return () => (name === undefined ? undefined : variable(environment, name));
}
