import assert from 'node:assert/strict';
import type { JsonSchemaObject } from '@toolcrib/core';
import fc from 'fast-check';
import { operationList } from '../../packages/toolcrib/src/http/contract/contract.ts';
import { inline } from '../../packages/toolcrib/src/http/contract/inline.ts';
import type { Operation } from '../../packages/toolcrib/src/http/contract/operation.ts';
import { holdToContract } from '../../packages/toolcrib/src/http/service.test-support.ts';
import { faultsOf, tooFew, type Fuzzer } from './fuzzer.ts';
import { anyJson, damaged, mutated, seldomDamage } from './mutations.ts';
import { startService, type RunningService } from './processes.ts';

/** Milliseconds after which nobody waits any more for what may wait: the end of a plan, an answer to a question. */
const patience = 3000;

export const http: Fuzzer = {
  name: 'http',
  about: 'mutated requests to everything in the contract: answered as it says or with a problem, never 5xx',
  go: 600,
  few: 300,
  async open() {
    const service = await startService();
    return {
      async run(seed, count) {
        const seen = { answered: 0 };
        const faults = await faultsOf(answers(service, seen), { seed, count });
        return [...faults, ...tooFew('requests answered', seen.answered, count / 10)];
      },
      close: () => service.close(),
    };
  },
};

interface Drawn {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: object;
  readonly body: string | undefined;
}

function answers(service: RunningService, seen: { answered: number }): fc.IRawProperty<unknown> {
  const request = fc.oneof(
    ...operationList
      // It never ends.
      .filter(([name]) => name !== 'stream_events')
      .map(([, operation]) => requestOf(operation)),
  );
  return fc.asyncProperty(request, async ({ method, path, query, headers, body }) => {
    const url = `${service.address}${path}${query}`;
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(patience),
    }).catch((error: Error) => error);
    const ended = service.child.exitCode ?? service.child.signalCode;
    assert.equal(ended, null, `it has ended: ${service.told()}`);
    if (response instanceof Error) return assert.equal(response.name, 'TimeoutError', response.stack);
    const said = await response.clone().text();
    assert.ok(response.status < 500, `${response.status} ${said} ${service.told()}`);
    if (!response.ok) assert.match(response.headers.get('content-type') ?? '', /problem\+json/u, said);
    await holdToContract(url, method, response);
    if (response.ok) seen.answered++;
  });
}

const anyText = fc.oneof(
  fc.constantFrom(
    'hello',
    'calculator',
    'user',
    'coder',
    'openai',
    'x',
    '0',
    '-1',
    '1e9',
    'true',
    '%zz',
    '%00',
    '..',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

function requestOf({ method, path, query, body }: Operation): fc.Arbitrary<Drawn> {
  const steps = path.split(/\{\w+\}/u);
  const filled = fc
    .array(
      anyText.filter((text) => text !== ''),
      { minLength: steps.length - 1, maxLength: steps.length - 1 },
    )
    .map((values) => steps.map((step, at) => step + (values[at] ?? '')).join(''));
  const names = [...Object.keys(query?.properties ?? {}), 'unknown'];
  const asked = fc
    .array(fc.tuple(fc.constantFrom(...names), anyText), { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));
  const headers = fc.record(
    {
      'content-type': fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'multipart/form-data',
        '',
      ),
      'accept-language': fc.constantFrom('zh-CN', 'zz', 'zh;q=x', '*'),
      'x-request-id': fc.constantFrom('a', 'a b', 'x'.repeat(200)),
    },
    { requiredKeys: [] },
  );
  const given = body === undefined ? fc.constant(undefined) : bodyOf(body);
  return fc.record({
    method: fc.constant(method.toUpperCase()),
    path: filled,
    query: asked,
    headers: fc.oneof(fc.constant({}), headers),
    body: given,
  });
}

/** What the contract asks for, with something else in some of its places, or damaged as text. */
function bodyOf(schema: JsonSchemaObject): fc.Arbitrary<string> {
  const value = mutated(valueOf(inline(schema)), { least: 0 });
  return fc.tuple(value, seldomDamage).map(([whole, harm]) => damaged(JSON.stringify(whole), harm));
}

const words = fc.oneof(fc.constantFrom('hello', 'calculator', 'user', 'coder', 'x', ''), fc.string());

function valueOf(schema: object): fc.Arbitrary<unknown> {
  const {
    type,
    enum: listed,
    properties,
    required,
    items,
  } = schema as {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly properties?: { readonly [name: string]: object };
    readonly required?: readonly string[];
    readonly items?: object;
  };
  if (listed !== undefined) return fc.constantFrom(...listed);
  switch (typeof type === 'string' ? type : type?.[0]) {
    case 'object':
      return properties === undefined
        ? fc.oneof(plan, fc.dictionary(words, anyJson, { maxKeys: 3, noNullPrototype: true }))
        : fc.record(
            Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, valueOf(inner)])),
            { requiredKeys: [...(required ?? [])] },
          );
    case 'array':
      return fc.array(valueOf(items ?? {}), { minLength: 1, maxLength: 3 });
    case 'string':
      return words;
    case 'integer':
      return fc.integer({ min: 0, max: 20 });
    case 'number':
      return fc.double({ min: 0.1, max: 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson;
  }
}

const plan = fc.constant({ name: 'one', nodes: [{ id: 'a', tool: 'hello' }] });
