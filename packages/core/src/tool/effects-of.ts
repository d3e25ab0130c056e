import type { ValidatedCall } from './call.ts';
import type { Effect } from './effect.ts';

const noEffects: readonly Effect[] = Object.freeze([]);

/** What a call will touch. A request tells its host without being asked. */
export function effectsOf({ tool, input, arguments: given }: ValidatedCall): readonly Effect[] {
  const { effects, implementation } = tool;
  if (effects !== undefined) return effects(input as never);
  if (implementation.kind !== 'rest') return noEffects;
  const address = implementation.baseUrl ?? given['url'];
  const host =
    typeof address === 'string' ? /^https?:\/\/(?:[^/?#\\]*@)?([^/?#\\]+)/iu.exec(address)?.[1] : undefined;
  return host === undefined ? noEffects : [{ kind: 'connect', host: host.toLowerCase() }];
}
