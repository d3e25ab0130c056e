import type { ValidatedCall } from './call.ts';
import { targetOf, type Effect } from './effect.ts';
import { permissions } from './safety.ts';
import { restAddress } from './rest-address.ts';

const noEffects: readonly Effect[] = Object.freeze([]);

/** What a call will touch. A request tells its host without being asked. */
export function effectsOf({ tool, input, arguments: given }: ValidatedCall): readonly Effect[] {
  const { effects, implementation } = tool;
  if (effects !== undefined) return checked(effects(input as never));
  if (implementation.kind !== 'rest') return noEffects;
  // The address as the request will be made from it: the same host has many spellings.
  const address = restAddress(implementation, given);
  if (!('url' in address)) throw new TypeError('its address cannot be read');
  const chosen = implementation.method === undefined ? given['method'] : undefined;
  const destroys = typeof chosen === 'string' && chosen.toUpperCase() === 'DELETE';
  return [{ kind: 'connect', host: address.url.host, ...(destroys && { risk: 'high', warning: 'DELETE' }) }];
}

/** Tools are not trusted to tell their effects in the right shape: what cannot be read cannot be judged. */
function checked(told: unknown): readonly Effect[] {
  if (Array.isArray(told) && told.every(isEffect)) return told;
  throw new TypeError('it must give a list of { kind, path | command | host }');
}

function isEffect(value: unknown): value is Effect {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, risk, permission, seen } = value as Partial<Effect>;
  if (risk !== undefined && risk !== 'low' && risk !== 'medium' && risk !== 'high') return false;
  if (permission !== undefined && !permissions.includes(permission)) return false;
  if (seen !== undefined && typeof seen !== 'string') return false;
  const known = kind === 'read' || kind === 'write' || kind === 'run' || kind === 'connect';
  return known && typeof targetOf(value as Effect) === 'string';
}
