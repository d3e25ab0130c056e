import type { ModelStep } from '@toolcrib/core/discovery';
import type { EmbeddingsConfig, ModelConfig, RecommendConfig } from './config.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

const steps: readonly ModelStep[] = ['scene', 'intent', 'candidates', 'choice', 'parameters', 'plan'];

/** Reads what is said about choosing tools. */
export function parseRecommend(reader: ConfigReader): RecommendConfig {
  reader.object('recommend');
  reader.refuseUnknown(['recommend'], knownKeys.recommend);
  return {
    whitelist: reader.names(['recommend', 'whitelist']) ?? [],
    blacklist: reader.names(['recommend', 'blacklist']) ?? [],
    model: parseModel(reader),
    embeddings: parseEmbeddings(reader),
  };
}

/** A model that cannot be read is none: the rules decide. */
function parseModel(reader: ConfigReader): ModelConfig | undefined {
  const at = ['recommend', 'model'];
  if (reader.object(at) === undefined) return undefined;
  reader.refuseUnknown(at, knownKeys.model);
  const endpoint = parseEndpoint(reader, at);
  if (endpoint === undefined) return undefined;
  const wanted = reader.list([...at, 'steps'], (_, place) => reader.oneOf(place, steps));
  return {
    ...endpoint,
    timeout: reader.number([...at, 'timeout'], { least: 1 }),
    steps: wanted.length === 0 ? undefined : wanted,
  };
}

/** Vectors whose maker cannot be read are none: words find. */
function parseEmbeddings(reader: ConfigReader): EmbeddingsConfig | undefined {
  const at = ['recommend', 'embeddings'];
  const given = reader.object(at);
  if (given === undefined) return undefined;
  reader.refuseUnknown(at, knownKeys.embeddings);
  const file = reader.text([...at, 'file']);
  const maker = file === undefined ? parseEndpoint(reader, at) : { file };
  if (maker === undefined) return undefined;
  return {
    ...maker,
    share: reader.number([...at, 'share'], { least: 0, most: 1 }),
    timeout: reader.number([...at, 'timeout'], { least: 1 }),
  };
}

function parseEndpoint(
  reader: ConfigReader,
  at: readonly string[],
): { readonly url: string; readonly name: string; readonly secret: string | undefined } | undefined {
  const url = reader.name([...at, 'url']);
  const name = reader.name([...at, 'name']);
  if (url !== undefined && !/^https?:$/u.test(URL.parse(url)?.protocol ?? '')) {
    reader.report([...at, 'url'], 'wrong_type', (_, texts) => texts.webAddress);
    return undefined;
  }
  if (url === undefined || name === undefined) return undefined;
  return { url, name, secret: reader.text([...at, 'secret']) };
}
