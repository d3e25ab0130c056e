import { isObject } from '../schema/json-type.ts';
import type { ValidatedCall } from './call.ts';
import type { Effect, EffectKind } from './effect.ts';
import { restAddress } from './rest-address.ts';
import { permissions, risks } from './safety.ts';

const noEffects: readonly Effect[] = Object.freeze([]);

/** What a call will touch. A request tells its host without being asked. */
export function effectsOf({ tool, input, arguments: given }: ValidatedCall): readonly Effect[] {
  const { effects, implementation } = tool;
  if (effects !== undefined) return readEffects(effects(input as never));
  if (implementation.kind !== 'rest') return noEffects;
  // The address as the request will be made from it: the same host has many spellings.
  const address = restAddress(implementation, given);
  if (!('url' in address)) throw new TypeError('its address cannot be read');
  const chosen = implementation.method === undefined ? given['method'] : undefined;
  const destroys = typeof chosen === 'string' && chosen.toUpperCase() === 'DELETE';
  return readEffects([
    { kind: 'connect', host: address.url.host, ...(destroys && { risk: 'high', warning: 'DELETE' }) },
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
  const { kind } = told;
  if (!isEffectKind(kind)) throw wrongShape();
  const key = targetKeys[kind];
  const effect: Record<string, unknown> = { kind, [key]: told[key] };
  if (typeof effect[key] !== 'string') throw wrongShape();
  for (const [name, isRight] of facts) {
    const value = told[name];
    if (value === undefined) continue;
    if (!isRight(value)) throw wrongShape();
    effect[name] = value;
  }
  return Object.freeze(effect) as unknown as Effect;
}

const targetKeys = { read: 'path', write: 'path', run: 'command', connect: 'host' } as const;

const isText = (value: unknown): boolean => typeof value === 'string';

/** What an effect may tell beside its target, and what that must be. */
const facts: readonly (readonly [name: string, isRight: (value: unknown) => boolean])[] = [
  ['risk', (value) => (risks as readonly unknown[]).includes(value)],
  ['warning', isText],
  ['preview', isText],
  ['permission', (value) => (permissions as readonly unknown[]).includes(value)],
  ['seen', isText],
  ['interactive', (value) => typeof value === 'boolean'],
];

function isEffectKind(kind: unknown): kind is EffectKind {
  return typeof kind === 'string' && Object.hasOwn(targetKeys, kind);
}

function wrongShape(): TypeError {
  return new TypeError('it must give a list of { kind, path | command | host }');
}
