import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openToolcrib, type ApprovalStore, type StoredApproval } from 'toolcrib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEffects } from '../approvals/effects.ts';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { ended, linesOf, run, start } from '../command.ts';
import { temporaryProject } from '../project.ts';

/** Each starts many processes. */
vi.setConfig({ testTimeout: 60_000 });

const callOrder = (what: string): readonly string[] => ['order', `what=${what}`];
const remove: readonly string[] = ['Bash', 'command=rm -rf precious.txt'];

interface Place {
  readonly cwd: string;
  /** What has arrived at the server that "order" sends to. */
  readonly ordered: readonly string[];
}

/** A project with a tool of medium risk that a person is asked about, and a file that `remove`, of high risk, takes away. */
async function place(files: { readonly [name: string]: unknown } = {}): Promise<Place> {
  const effects = await startEffects();
  onTestFinished(() => effects.close());
  const { tool, received } = effects;
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool] }, 'precious.txt': 'x', ...files });
  return { cwd, ordered: received };
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
    await wait(20);
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

test.skipIf(!hasTerminal)(
  'what is typed during the reading time does not count, however long a key is held down',
  async () => {
    const { cwd } = await place();
    const terminal = startAtTerminal(['call', ...remove], { cwd });
    await terminal.shows('Please read: the prompt appears after 1.5 s.');
    for (let key = 0; key < 40; key++) {
      terminal.type('allow\r');
      await wait(50);
    }
    await terminal.shows(wordPrompt);
    terminal.type('\r');
    const { shown, code } = await terminal.end();
    expect(code).toBe(3);
    expect(shown.split(wordPrompt)).toHaveLength(2);
    expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
  },
);

test.skipIf(!hasTerminal)(
  'a withdrawn request leaves no answer to the next, nor does what is typed while the process stands still',
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
    watching.signal('SIGSTOP');
    watching.type('\ry\r'.repeat(50));
    const second = ended(start(['call', ...callOrder('second'), '--wait'], { cwd }));
    await pending(store);
    watching.signal('SIGCONT');
    await watching.shows('May order', 2);
    watching.signal('SIGSTOP');
    watching.type('y\r');
    // Longer than the reading time, which is over when the process goes on.
    await wait(1500);
    watching.signal('SIGCONT');
    await watching.shows(letterPrompt, 2);
    watching.type('\r');
    expect((await second).code).toBe(3);
    expect(ordered).toEqual([]);
  },
);

test('what comes through a pipe approves nothing', async () => {
  const plan = {
    name: 'piped',
    nodes: [{ id: 'one', tool: 'Bash', arguments: { command: 'rm -rf precious.txt' } }],
  };
  const { cwd } = await place({ 'plan.json': plan });
  const store = await storeOf(cwd);
  const input = 'y\nallow\nalways\n'.repeat(20);
  const watching = start(['approvals', 'watch'], { cwd });
  watching.stdin.end(input);
  const lines = linesOf(watching);
  const [called, planned] = await Promise.all([
    run(['call', ...remove], { cwd, input }),
    run(['plan', 'run', 'plan.json'], { cwd, input }),
  ]);
  expect([called.code, called.stderr]).toEqual([3, expect.stringContaining('no_approver')]);
  expect(planned.code).not.toBe(0);
  const waiting = ended(start(['call', ...remove, '--wait'], { cwd }));
  expect((await lines.next()).value).toContain('pending');
  await store.answer((await pending(store)).id, { decision: 'reject_once', by: 'ada' });
  expect((await waiting).code).toBe(3);
  expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
});

test.skipIf(!hasTerminal)('between two requests of one plan, stray keys approve nothing', async () => {
  const nodes = [
    { id: 'one', tool: 'order', arguments: { what: 'one' } },
    { id: 'two', tool: 'order', arguments: { what: 'two' }, after: ['one'] },
    { id: 'three', tool: 'Bash', arguments: { command: 'rm -rf precious.txt' }, after: ['two'] },
  ];
  const { cwd, ordered } = await place({ 'plan.json': { name: 'strays', nodes } });
  const terminal = startAtTerminal(['plan', 'run', 'plan.json'], { cwd });
  await terminal.shows(letterPrompt);
  terminal.type('y\r');
  await expect.poll(() => ordered, { timeout: 30_000 }).toEqual(['one']);
  terminal.type('y\r');
  await terminal.shows(letterPrompt, 2);
  terminal.type('y\r');
  await expect.poll(() => ordered, { timeout: 30_000 }).toEqual(['one', 'two']);
  terminal.type('allow\r');
  await terminal.shows(wordPrompt);
  terminal.type('\r');
  expect((await terminal.end()).code).not.toBe(0);
  expect(ordered).toEqual(['one', 'two']);
  expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
});
