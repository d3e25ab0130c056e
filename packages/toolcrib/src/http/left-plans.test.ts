import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlan, type StoredPlan } from '@toolcrib/core/plan';
import { expect, onTestFinished, test } from 'vitest';
import { openToolcrib, type Toolcrib } from '../open-toolcrib.ts';
import { createStore } from '../store/store.ts';
import { serveHttp } from './serve-http.ts';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-left-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A plan that is under way and that nobody runs; it leaves a mark when somebody goes on with it. */
function planLeft(planId: string): StoredPlan {
  return {
    planId,
    plan: definePlan({ name: planId, nodes: [{ id: 'a', tool: 'mark', arguments: { name: planId } }] }),
    agent: 'user',
    task: undefined,
    input: {},
    submittedAt: Date.now(),
    state: 'running',
    deadline: undefined,
    endedAt: undefined,
    failure: undefined,
    output: undefined,
    sequence: 1,
  };
}

/** A service over the project, with a tool that leaves a mark. */
async function serve(project: string, { state, marks }: { state: string; marks: string }): Promise<Toolcrib> {
  const opened = await openToolcrib({
    project,
    environment: { TOOLCRIB_STATE: state, TOOLCRIB_LOG: 'off' },
    desks: [],
    worker: {},
    onProjectNotice: () => undefined,
  });
  opened.service.registerTool({
    name: 'mark',
    description: 'Leaves a mark.',
    annotations: { readOnly: true },
    parameters: { type: 'object', properties: { name: { type: 'string' } } },
    run: ({ name }) => {
      writeFileSync(join(marks, String(name)), '');
      return 'left';
    },
  });
  const service = await serveHttp(opened, { port: 0 });
  onTestFinished(async () => {
    await service.close();
    await opened.close();
  });
  return opened;
}

async function leave(opened: Pick<Toolcrib, 'store'>, plan: StoredPlan): Promise<void> {
  const plans = await opened.store.plans();
  await plans.create(plan, 'gone');
  await plans.release(plan.planId, 'gone');
}

/** Submits a plan and waits for its end: whatever else would have been taken up has been by then. */
async function runOne(opened: Toolcrib, planId: string): Promise<void> {
  const { engine } = await opened.plans();
  const node = { id: 'a', tool: 'mark', arguments: { name: planId } };
  await engine.submit(definePlan({ name: planId, nodes: [node] }), { planId, agent: 'user' });
  expect(await engine.result(planId)).toMatchObject({ state: 'succeeded' });
}

test('a plan in a store that came with the project is never gone on with', async () => {
  const [project, state, marks] = [folder(), folder(), folder()];
  mkdirSync(join(project, '.toolcrib'));
  const file = join(project, '.toolcrib/store.db');
  const onProblem = (): void => undefined;
  const prepared = createStore({ place: { kind: 'sqlite', file }, stateFolder: folder(), onProblem });
  await leave({ store: prepared }, planLeft('prepared'));
  await prepared.close();
  const opened = await serve(project, { state, marks });
  await runOne(opened, 'own');
  expect(await (await opened.plans()).waiting()).toEqual([]);
  expect([existsSync(join(marks, 'own')), existsSync(join(marks, 'prepared'))]).toEqual([true, false]);
  expect(opened.notices.map(({ code }) => code)).toEqual(['old_store']);
});

test('what a service has left goes on in the next one of the same user, machine and project', async () => {
  const [project, state, marks] = [folder(), folder(), folder()];
  const first = await openToolcrib({ project, environment: { TOOLCRIB_STATE: state, TOOLCRIB_LOG: 'off' } });
  await leave(first, planLeft('left'));
  await first.close();
  const { plans } = await serve(project, { state, marks });
  expect(await (await plans()).engine.result('left')).toMatchObject({ state: 'succeeded' });
  expect(existsSync(join(marks, 'left'))).toBe(true);
});

test.each([
  ['another project', 'path'],
  ['another user or machine', 'key'],
  ['somebody who wrote into the store', 'seal'],
] as const)('a plan of %s waits until a person resumes it', async (_, difference) => {
  const [project, other, marks] = [folder(), folder(), folder()];
  const [state, copied] = [folder(), folder()];
  const environment = { TOOLCRIB_STATE: state, TOOLCRIB_LOG: 'off' };
  const first = await openToolcrib({ project: difference === 'path' ? other : project, environment });
  await leave(first, planLeft('foreign'));
  if (difference === 'seal') {
    const database = await first.store.database.get();
    await database.write((transaction) =>
      transaction
        .updateTable('plans')
        .set((row) => ({ submission: row.val('{"agent":"user","input":{"more":1}}') }))
        .execute(),
    );
  }
  await first.close();
  // As a backup, a copied home folder or an attacker would put it there.
  const target = join(copied, encodeURIComponent(project));
  cpSync(first.workbench.stateFolder, target, { recursive: true });
  if (difference !== 'key') cpSync(join(state, 'plan-key'), join(copied, 'plan-key'));
  const opened = await serve(project, { state: copied, marks });
  await runOne(opened, 'own');
  const { engine, waiting } = await opened.plans();
  expect(await waiting()).toEqual(['foreign']);
  expect(existsSync(join(marks, 'foreign'))).toBe(false);
  await engine.resume('foreign');
  expect(await engine.result('foreign')).toMatchObject({ state: 'succeeded' });
  expect([existsSync(join(marks, 'foreign')), await waiting()]).toEqual([true, []]);
});

test('cancelling a plan of somebody else ends it, and none of it is run', async () => {
  const [project, state, marks] = [folder(), folder(), folder()];
  const first = await openToolcrib({ project, environment: { TOOLCRIB_STATE: state, TOOLCRIB_LOG: 'off' } });
  await leave(first, planLeft('foreign'));
  await first.close();
  rmSync(join(state, 'plan-key'));
  const { plans } = await serve(project, { state, marks });
  const { engine } = await plans();
  expect(await engine.cancel('foreign', 'not ours')).toMatchObject({ state: 'cancelled' });
  expect(existsSync(join(marks, 'foreign'))).toBe(false);
});
