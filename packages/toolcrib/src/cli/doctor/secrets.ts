import type { Toolcrib } from '../../open-toolcrib.ts';
import { variable } from '../../config/environment.ts';
import type { Find, Finding } from './finding.ts';

/** Secrets that tools, APIs and models need and nobody has set. */
export function examineSecrets(
  { service, config }: Pick<Toolcrib, 'service' | 'config'>,
  environment: { readonly [name: string]: string | undefined },
  find: Find,
): Finding[] {
  const isSet = (name: string): boolean => (variable(environment, name) ?? '') !== '';
  const needed = new Map<string, string>();
  for (const { name, implementation } of service.listTools()) {
    if (implementation.kind !== 'rest') continue;
    // Alternatives: one whose secrets are all there is enough.
    const alternatives = implementation.auth.map((together) => together.map(({ secret }) => secret));
    if (alternatives.some((secrets) => secrets.every(isSet))) continue;
    for (const secret of alternatives[0] ?? []) if (!needed.has(secret)) needed.set(secret, name);
  }
  const { model, embeddings } = config.recommend;
  if (model?.secret !== undefined) needed.set(model.secret, 'recommend.model');
  if (embeddings !== undefined && 'url' in embeddings && embeddings.secret !== undefined)
    needed.set(embeddings.secret, 'recommend.embeddings');
  return [...needed]
    .filter(([secret]) => !isSet(secret))
    .map(([secret, by]) => find('error', 'secret_missing', { secret, by }));
}
