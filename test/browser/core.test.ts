import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../console/launch-browser.ts';

/** The built package in one script, as a page or a worker loads it. */
async function bundledCore(): Promise<string> {
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, '../../packages/core/dist/index.js'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'toolcrib', codeSplitting: false });
  return output[0].code;
}

/** Ends with the answers of a few calls. */
const calls = `(async () => {
  const { ToolService, defineTool, formatTools, toWire } = toolcrib;
  const service = new ToolService({ agents: { reader: { permission: 'read_only' } }, defaults: { timeout: 50 } });
  service.registerTool(defineTool({
    name: 'add',
    description: 'Add two numbers.',
    parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    run: async ({ a, b }) => a + b,
  }));
  service.registerTool(defineTool({
    name: 'wait',
    description: 'Wait until it is interrupted.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    run: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }));
  const results = [
    await service.execute('add', { a: 1, b: 2 }),
    await service.execute('add', { a: 1 }),
    await service.execute('add', { a: 1, b: 2 }, { agent: 'reader' }),
    await service.execute('calculator', { expression: '0.1 + 0.2' }),
    await service.execute('string', { operation: 'upper', text: 'ok' }),
    await service.execute('wait'),
  ];
  return [
    ...results.map((result) => toWire(result).output ?? toWire(result).error_code),
    formatTools('openai', service.listTools()).tools.length,
  ];
})()`;

const answers = [
  3,
  'invalid_arguments',
  'permission_denied',
  { result: '0.3' },
  { result: 'OK' },
  'timeout',
  7,
];

test('the built core registers, calls, refuses and times out in a page and in a worker of a browser', async () => {
  const core = await bundledCore();
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  expect(await page.evaluate(`${core}\n${calls}`)).toMatchObject(answers);
  const program = `${core}\n${calls}.then((found) => postMessage(found), (error) => postMessage(String(error)))`;
  const inWorker = page.evaluate((text) => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    return new Promise((resolved, rejected) => {
      const worker = new Worker(address);
      worker.addEventListener('message', ({ data }) => resolved(data));
      worker.addEventListener('error', ({ message }) => rejected(new Error(message)));
    });
  }, program);
  expect(await inWorker).toMatchObject(answers);
});
