import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

/** What is built, in one script, as an edge runtime or a browser would load it. */
async function bundledCore(): Promise<string> {
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, '../../packages/core/dist/index.js'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'toolcrib', codeSplitting: false });
  return output[0].code;
}

test('the built core runs in a context that has nothing but ECMAScript', async () => {
  const context = createContext(Object.create(null) as object);
  expect(
    runInContext('typeof process + typeof setTimeout + typeof URL + typeof AbortController', context),
  ).toBe('undefined'.repeat(4));
  runInContext(await bundledCore(), context);
  const answers: unknown = await runInContext(
    `(async () => {
      const { ToolService, defineTool, formatTools, toWire } = toolcrib;
      const service = new ToolService({ agents: { reader: { permission: 'read_only' } } });
      service.registerTool(defineTool({
        name: 'add',
        description: 'Add two numbers.',
        parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
        run: async ({ a, b }) => a + b,
      }));
      const results = [
        await service.execute('add', { a: 1, b: 2 }),
        await service.execute('add', { a: 1 }),
        await service.execute('add', { a: 1, b: 2 }, { agent: 'reader' }),
        await service.execute('calculator', { expression: '0.1 + 0.2' }),
        await service.execute('string', { operation: 'upper', text: 'ok' }),
      ];
      return JSON.stringify([
        ...results.map((result) => toWire(result).output ?? toWire(result).error_code),
        formatTools('openai', service.listTools()).tools.length,
      ]);
    })()`,
    context,
  );
  const [sum, missing, denied, exact, upper, offered] = JSON.parse(String(answers)) as unknown[];
  expect([sum, missing, denied]).toEqual([3, 'invalid_arguments', 'permission_denied']);
  expect(exact).toMatchObject({ result: '0.3' });
  expect(upper).toEqual({ result: 'OK' });
  expect(offered).toBe(6);
});
