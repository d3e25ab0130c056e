import { isObject } from '../schema/json-type.ts';
import type { ValidatedCall } from './call.ts';
import type { Effect, EffectKind } from './effect.ts';
import { risks } from './safety.ts';

const noEffects: readonly Effect[] = Object.freeze([]);

/** What a call will touch. A request tells its host without being asked. */
export function effectsOf({ tool, input, arguments: given }: ValidatedCall): readonly Effect[] {
  const { effects, implementation } = tool;
  if (effects !== undefined) return readEffects(effects(input as never));
  if (implementation.kind !== 'rest') return noEffects;
  const address = implementation.baseUrl ?? given['url'];
  if (typeof address !== 'string') return noEffects;
  // The address as the request will be made from it: the same host has many spellings.
  const url = URL.parse(address);
  if (url === null) throw new TypeError('its address cannot be read');
  const chosen = implementation.method === undefined ? given['method'] : undefined;
  const destroys = typeof chosen === 'string' && chosen.toUpperCase() === 'DELETE';
  return readEffects([
    { kind: 'connect', host: url.host, ...(destroys && { risk: 'high', warning: 'DELETE' }) },
  ]);
}

/** Tools are not trusted to tell their effects in the right shape: what cannot be read cannot be judged. */
function readEffects(told: unknown): readonly Effect[] {
  if (!Array.isArray(told)) throw wrongShape();
  return Object.freeze(told.map(readEffect));
}

/** A copy of its own, read once: what was judged is what a person is shown and what the fence enforces. */
function readEffect(told: unknown): Effect {
  if (!isObject(told)) throw wrongShape();
  const { kind, risk, warning } = told;
  if (!isEffectKind(kind)) throw wrongShape();
  const key = targetKeys[kind];
  const target = told[key];
  if (typeof target !== 'string') throw wrongShape();
  if (risk !== undefined && !(risks as readonly unknown[]).includes(risk)) throw wrongShape();
  if (warning !== undefined && typeof warning !== 'string') throw wrongShape();
  const effect = {
    kind,
    [key]: target,
    ...(risk !== undefined && { risk }),
    ...(warning !== undefined && { warning }),
  };
  return Object.freeze(effect) as Effect;
}

const targetKeys = { read: 'path', write: 'path', run: 'command', connect: 'host' } as const;

function isEffectKind(kind: unknown): kind is EffectKind {
  return typeof kind === 'string' && Object.hasOwn(targetKeys, kind);
}

function wrongShape(): TypeError {
  return new TypeError('it must give a list of { kind, path | command | host }');
}
