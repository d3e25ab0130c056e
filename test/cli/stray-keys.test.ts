import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openToolcrib, type ApprovalStore, type StoredApproval } from 'toolcrib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { ended, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** Each starts many processes. */
vi.setConfig({ testTimeout: 60_000 });

const callOrder = (what: string): readonly string[] => ['order', `what=${what}`];
const remove: readonly string[] = ['Bash', 'command=rm -rf precious.txt'];

interface Place {
  readonly cwd: string;
  /** What has arrived at the server that "order" sends to. */
  readonly ordered: string[];
}

/** A project with a tool of medium risk that a person is asked about, and a file that `remove`, of high risk, takes away. */
async function place(files: { readonly [name: string]: unknown } = {}): Promise<Place> {
  const ordered: string[] = [];
  const server = createServer((request, response) => {
    ordered.push(String(request.url));
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const order = mockTool('order', {
    approval: 'confirm',
    annotations: { destructive: false },
    parameters: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
    implementation: { type: 'rest', method: 'POST', base_url: `http://127.0.0.1:${port}`, path: '/{what}' },
  });
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [order] }, 'precious.txt': 'x', ...files });
  return { cwd, ordered };
}

const letterPrompt = '[N] no:';
const wordPrompt = 'Anything else is a no:';

async function storeOf(cwd: string): Promise<ApprovalStore> {
  const environment = { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] };
  const opened = await openToolcrib({ trust: 'always', project: cwd, environment });
  onTestFinished(() => opened.close());
  return opened.store.approvals;
}

async function pending(store: ApprovalStore): Promise<StoredApproval> {
  for (;;) {
    const [first] = await store.list({ status: 'pending' });
    if (first !== undefined) return first;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.skipIf(!hasTerminal)(
  'keys that were typed before a prompt answer neither the second nor the third',
  async () => {
    const { cwd, ordered } = await place();
    const store = await storeOf(cwd);
    const watching = startAtTerminal(['approvals', 'watch'], { cwd });
    await watching.shows('Watching for questions');
    const call = (words: readonly string[]): ReturnType<typeof ended> =>
      ended(start(['call', ...words, '--wait'], { cwd }));

    // The first is answered elsewhere, while the person is about to type.
    const first = call(callOrder('first'));
    await watching.shows(letterPrompt);
    await store.answer((await pending(store)).id, { decision: 'reject_once', by: 'ada' });
    await watching.shows('Answered by ada');
    await first;
    watching.type('y\ry\r');

    const second = call(callOrder('second'));
    await watching.shows(letterPrompt, 2);
    watching.type('\r');
    expect((await second).code).toBe(3);

    // The third is of high risk: not even its word counts when it comes early.
    watching.type('allow\rallow\r');
    const third = call(remove);
    await watching.shows(wordPrompt);
    watching.type('y\r');
    expect((await third).code).toBe(3);

    expect(ordered).toEqual([]);
    expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);

    const fourth = call(remove);
    await watching.shows(wordPrompt, 2);
    watching.type('allow\r');
    expect((await fourth).code).toBe(0);
    expect(existsSync(join(cwd, 'precious.txt'))).toBe(false);
  },
);

test.skipIf(!hasTerminal)('what is typed while the question can only be read does not count', async () => {
  const { cwd } = await place();
  const terminal = startAtTerminal(['call', ...remove], { cwd });
  await terminal.shows('Risk: HIGH');
  terminal.type('allow\r');
  await terminal.shows(wordPrompt);
  terminal.type('\r');
  expect((await terminal.end()).code).toBe(3);
  expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
});

test.skipIf(!hasTerminal)(
  'a question that is withdrawn leaves no answer to the next, whatever is typed in between',
  async () => {
    const { cwd, ordered } = await place();
    const store = await storeOf(cwd);
    const watching = startAtTerminal(['approvals', 'watch'], { cwd });
    await watching.shows('Watching for questions');
    const first = start(['call', ...callOrder('first'), '--wait'], { cwd });
    await watching.shows(letterPrompt);
    watching.type('y');
    await store.withdraw((await pending(store)).id);
    await watching.shows('The question was withdrawn.');
    await ended(first);
    watching.type('\ry\r');
    const second = ended(start(['call', ...callOrder('second'), '--wait'], { cwd }));
    await watching.shows(letterPrompt, 2);
    watching.type('\r');
    expect((await second).code).toBe(3);
    expect(ordered).toEqual([]);
  },
);

test.skipIf(!hasTerminal)(
  'between two questions of one plan, what was typed for nobody answers nobody',
  async () => {
    const nodes = [
      { id: 'one', tool: 'order', arguments: { what: 'one' } },
      { id: 'two', tool: 'order', arguments: { what: 'two' }, after: ['one'] },
      { id: 'three', tool: 'Bash', arguments: { command: 'rm -rf precious.txt' }, after: ['two'] },
    ];
    const { cwd, ordered } = await place({ 'plan.json': { name: 'strays', nodes } });
    const terminal = startAtTerminal(['plan', 'run', 'plan.json'], { cwd });
    await terminal.shows(letterPrompt);
    // The yes to the first, and a stray one right behind it.
    terminal.type('y\ry\r');
    await terminal.shows(letterPrompt, 2);
    terminal.type('y\rallow\rallow\r');
    await terminal.shows(wordPrompt);
    terminal.type('\r');
    expect((await terminal.end()).code).not.toBe(0);
    expect(ordered).toEqual(['/one', '/two']);
    expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
  },
);
