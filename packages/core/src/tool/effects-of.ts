import { isObject } from '../schema/json-type.ts';
import type { ValidatedCall } from './call.ts';
import type { Effect, EffectFacts, EffectKind } from './effect.ts';
import { restAddress } from './rest-address.ts';
import { permissions, risks } from './safety.ts';
import { isThenable } from './thenable.ts';

const noEffects: readonly Effect[] = Object.freeze([]);

/** What a call will touch. A request tells its host without being asked. */
export function effectsOf({
  tool,
  input,
  arguments: given,
}: ValidatedCall): readonly Effect[] | Promise<readonly Effect[]> {
  const { effects, implementation } = tool;
  if (effects !== undefined) {
    const told = effects(input as never);
    return isThenable(told) ? Promise.resolve(told).then(readEffects) : readEffects(told);
  }
  if (implementation.kind !== 'rest') return noEffects;
  // The address as the request will be made from it: the same host has many spellings.
  const address = restAddress(implementation, given);
  if (!('url' in address)) throw new TypeError('its address cannot be read');
  const chosen = implementation.method === undefined ? given['method'] : undefined;
  const destroys = typeof chosen === 'string' && chosen.toUpperCase() === 'DELETE';
  const risky = destroys && { risk: 'high', warning: 'DELETE' };
  return readEffects([{ kind: 'connect', host: address.url.host, ...risky }]);
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
  const target = told[key];
  if (typeof target !== 'string') throw wrongShape();
  const effect: Record<string, unknown> = { kind, [key]: target };
  for (const [name, accepts] of Object.entries(facts)) {
    const value = told[name];
    if (value === undefined) continue;
    if (!accepts(value)) throw wrongShape();
    effect[name] = value;
  }
  return Object.freeze(effect) as unknown as Effect;
}

const targetKeys = { read: 'path', write: 'path', run: 'command', connect: 'host' } as const;

function isEffectKind(kind: unknown): kind is EffectKind {
  return typeof kind === 'string' && Object.hasOwn(targetKeys, kind);
}

const isText = (value: unknown): boolean => typeof value === 'string';

const facts: Readonly<Record<keyof EffectFacts | 'directory' | 'interactive', (value: unknown) => boolean>> =
  {
    risk: (value) => (risks as readonly unknown[]).includes(value),
    warning: isText,
    preview: isText,
    seen: isText,
    permission: (value) => (permissions as readonly unknown[]).includes(value),
    directory: isText,
    interactive: (value) => typeof value === 'boolean',
  };

function wrongShape(): TypeError {
  return new TypeError('it must give a list of { kind, path | command | host }');
}
