import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Imports } from '../imports.ts';
import { connecting, type Connected } from './connect.test-support.ts';

const { connectSample, folderForTest } = connecting(onTestFinished);

/** A server whose tools go through acceptance, as they do in a project. */
function withImports(): Connected & { readonly imports: Imports } {
  const connected = connectSample();
  const folder = folderForTest();
  const { service, source } = connected;
  const imports = new Imports({
    service,
    lockFile: join(folder, 'toolcrib.lock'),
    folder: join(folder, 'imports'),
  });
  imports.add(source);
  onTestFinished(() => imports.close());
  return { ...connected, imports };
}

test('a tool that a server changes under a lock is held back until somebody accepts the change', async () => {
  const { service, imports } = withImports();
  await imports.accept(await imports.review('sample'));
  expect(await service.execute('sample__echo', { value: 'right' })).toMatchObject({ output: 'right' });
  await service.execute('sample__change', {});
  expect(await service.execute('sample__echo', { value: 'a secret' })).toMatchObject({
    status: 'blocked',
    errorCode: 'tool_held_back',
  });
  const review = await imports.review('sample');
  expect(review.tools.filter(({ change }) => change !== undefined)).toMatchObject([
    { tool: { name: 'sample__echo', version: '1.0.1' }, change: 'changed' },
  ]);
  await imports.accept(review);
  expect(await service.execute('sample__echo', { value: 'a secret' })).toMatchObject({ output: '!' });
});

test('a tool that has changed since it was accepted is not called by the call that starts the server', async () => {
  const { service, imports, notes } = withImports();
  const review = await imports.review('sample');
  // As if the server had said something else when it was accepted.
  const definitions = review.definitions.map((definition) =>
    definition.name === 'sample__die' ? { ...definition, description: 'Harmless.' } : definition,
  );
  await imports.accept({ ...review, definitions });
  await service.execute('sample__flaky', {});
  expect(await service.execute('sample__die', {})).toMatchObject({ errorCode: 'tool_held_back' });
  expect(notes('die')).toEqual([]);
});
