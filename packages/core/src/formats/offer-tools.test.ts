import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { offerTools } from './offer-tools.ts';

function serviceWith(name: string): ToolService {
  const service = new ToolService({ builtins: false, agents: { coder: { permission: 'read_only' } } });
  service.registerTool({
    name,
    description: 'Looks things up.',
    parameters: {
      type: 'object',
      properties: { word: { type: 'string' }, limit: { type: 'integer' } },
      required: ['word'],
    },
    annotations: { readOnly: true },
    run: (input: object) => ({ found: input }),
  });
  return service;
}

function completion(name: string, given: object): object {
  const call = { id: 'call_a', type: 'function', function: { name, arguments: JSON.stringify(given) } };
  return { choices: [{ message: { role: 'assistant', tool_calls: [call] } }] };
}

test('an offer goes there and back: tools out, calls in, results back', async () => {
  const service = serviceWith('look.up');
  const offer = offerTools('openai', service.listTools({ agent: 'coder' }), { strict: true });
  const [shown] = offer.tools;
  expect(shown?.function).toMatchObject({
    name: expect.stringMatching(/^look_up/u) as unknown,
    strict: true,
  });
  expect(offer.changes.map(({ change }) => change)).toEqual(
    expect.arrayContaining(['renamed', 'optional_to_nullable']),
  );

  const calls = offer.calls(completion(shown?.function.name ?? '', { word: 'x', limit: null }));
  expect(calls).toEqual([
    { id: 'call_a', toolName: 'look.up', arguments: { word: 'x' }, options: { version: '1.0.0' } },
  ]);
  const results = await service.executeAll(calls, { agent: 'coder' });
  expect(results).toMatchObject([{ status: 'success', givenId: 'call_a' }]);
  expect(offer.results(calls, results)).toMatchObject([
    { role: 'tool', tool_call_id: 'call_a', content: '{"found":{"word":"x"}}' },
  ]);
});

describe('a call of something that was not offered', () => {
  test('is answered with the reason', async () => {
    const service = serviceWith('look');
    const offer = offerTools('openai', service.listTools());
    const calls = offer.calls(completion('loook', {}));
    const [message] = offer.results(calls, await service.executeAll(calls));
    expect(JSON.parse(message?.content ?? '')).toMatchObject({
      error_code: 'not_offered',
      error: 'The tool "loook" was not offered. Did you mean look?',
    });
  });

  test.each(['hidden', 'veiled', 'hidden@1.0.0'])(
    'is not run, though the tool is there: %s',
    async (name) => {
      const ran: string[] = [];
      const service = serviceWith('look');
      service.registerTool({
        name: 'hidden',
        aliases: ['veiled'],
        description: 'X.',
        parameters: { type: 'object' },
        run: () => ran.push('hidden'),
      });
      const events: string[] = [];
      service.on('access-blocked', ({ errorCode, tool }) => events.push(`${errorCode} ${tool}`));
      const offer = offerTools('openai', service.listTools(), { allowedTools: ['look'] });
      const calls = offer.calls(completion(name, {}));
      expect(calls).toMatchObject([{ toolName: name, problem: { code: 'not_offered' } }]);
      // As it comes back from a queue or a file.
      const stored = JSON.parse(JSON.stringify(calls)) as typeof calls;
      expect(await service.executeAll(stored)).toMatchObject([
        {
          givenId: 'call_a',
          status: 'blocked',
          errorCode: 'not_offered',
          station: 'resolve',
          remedy: 'Call one of the tools that were offered, or offer this one too.',
        },
      ]);
      expect(ran).toEqual([]);
      expect(events).toEqual([`not_offered ${name}`]);
    },
  );
});

test('a call that could not be read is answered with the reason, and nothing runs', async () => {
  const service = serviceWith('look');
  const offer = offerTools('openai', service.listTools());
  const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{"word":' } };
  const calls = offer.calls({ choices: [{ message: { tool_calls: [call] } }] });
  expect(await service.executeAll(calls)).toMatchObject([
    { errorCode: 'invalid_arguments', error: 'The arguments must be JSON, received broken text' },
  ]);
  const strange = calls.map((one) => ({ ...one, problem: 'strange' as never }));
  expect(await service.executeAll(strange)).toMatchObject([{ errorCode: 'invalid_options' }]);
});

test('the version that was offered is the one that is called', async () => {
  const service = new ToolService({ builtins: false });
  for (const version of ['1.0.0', '2.0.0'])
    service.registerTool({
      name: 'greet',
      version,
      description: 'Greets.',
      parameters: { type: 'object' },
      run: () => version,
    });
  const versions = service.registry.versions('greet');
  for (const offer of [
    offerTools('openai', versions, { allowedTools: ['greet@1.0.0'] }),
    offerTools('openai', versions.slice(1)),
  ]) {
    const calls = offer.calls(completion('greet', {}));
    expect(await service.executeAll(calls)).toMatchObject([{ output: '1.0.0' }]);
  }
});

test.each([
  ['call_0', { id: 'call_0' }],
  [undefined, {}],
])('Gemini is told the id that it gave, and no other: %s', async (id, told) => {
  const service = serviceWith('look');
  const offer = offerTools('gemini', service.listTools());
  const parts = [{ functionCall: { id, name: 'look', args: { word: 'x' } } }];
  const calls = offer.calls({ candidates: [{ content: { parts } }] });
  const { parts: answers } = offer.results(calls, await service.executeAll(calls));
  expect(answers.map(({ functionResponse }) => functionResponse)).toEqual([
    { ...told, name: 'look', response: { output: { found: { word: 'x' } } } },
  ]);
});

test('ids that a provider repeats in every turn are not taken for the same act', async () => {
  const keys: string[] = [];
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object' },
    run: (_: unknown, { idempotencyKey }: { idempotencyKey: string }) => keys.push(idempotencyKey),
  });
  const offer = offerTools('ollama', service.listTools());
  const response = { message: { tool_calls: [{ function: { name: 'pay', arguments: {} } }] } };
  for (let turn = 0; turn < 2; turn++) await service.executeAll(offer.calls(response));
  expect(new Set(keys).size).toBe(2);
});
