import { expect, test } from 'vitest';
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
  expect(calls).toEqual([{ id: 'call_a', toolName: 'look.up', arguments: { word: 'x' } }]);
  const results = await service.executeAll(calls, { agent: 'coder' });
  expect(results).toMatchObject([{ status: 'success', callId: 'call_a' }]);
  expect(offer.results(calls, results)).toMatchObject([
    { role: 'tool', tool_call_id: 'call_a', content: '{"found":{"word":"x"}}' },
  ]);
});

test('a call of something that was not offered is answered with the reason', async () => {
  const service = serviceWith('look');
  const offer = offerTools('openai', service.listTools());
  const calls = offer.calls(completion('loook', {}));
  const [message] = offer.results(calls, await service.executeAll(calls));
  expect(message?.content).toContain('tool_not_found');
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
