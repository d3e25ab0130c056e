import { isObject } from '../schema/json-type.ts';
import type { ValidatedCall } from './call.ts';
import type { CommandWord, Effect, EffectFacts, EffectKind, ParsedCommand, RunEffect } from './effect.ts';
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
    effect[name] = name === 'commands' ? readCommands(value) : value;
  }
  return Object.freeze(effect) as unknown as Effect;
}

const targetKeys = { read: 'path', write: 'path', run: 'command', connect: 'host' } as const;

function isEffectKind(kind: unknown): kind is EffectKind {
  return typeof kind === 'string' && Object.hasOwn(targetKeys, kind);
}

const isText = (value: unknown): boolean => typeof value === 'string';

const isFlag = (value: unknown): boolean => typeof value === 'boolean';

const facts: Readonly<Record<FactName, (value: unknown) => boolean>> = {
  risk: (value) => (risks as readonly unknown[]).includes(value),
  once: isText,
  warning: isText,
  preview: isText,
  seen: isText,
  permission: (value) => (permissions as readonly unknown[]).includes(value),
  directory: isText,
  commands: Array.isArray,
  argument: isText,
  needsExactRule: isFlag,
  interactive: isFlag,
};

type FactName = keyof EffectFacts | Exclude<keyof RunEffect, 'kind' | 'command'>;

function readCommands(value: unknown): readonly ParsedCommand[] {
  if (!Array.isArray(value)) throw wrongShape();
  return Object.freeze(
    value.map((told: unknown) => {
      if (!isObject(told)) throw wrongShape();
      const { words, isWrapper } = told;
      if (!Array.isArray(words)) throw wrongShape();
      if (isWrapper !== undefined && typeof isWrapper !== 'boolean') throw wrongShape();
      return Object.freeze({ words: Object.freeze(words.map(readWord)), ...(isWrapper && { isWrapper }) });
    }),
  );
}

function readWord(told: unknown): CommandWord {
  if (typeof told === 'string') return told;
  if (!isObject(told) || typeof told['start'] !== 'string') throw wrongShape();
  return Object.freeze({ start: told['start'] });
}

function wrongShape(): TypeError {
  return new TypeError('it must give a list of { kind, path | command | host }');
}
