/** A program that opens the project in which it was started with every part of the library; started by library.ts. */
import { json } from 'node:stream/consumers';
import { openToolcrib } from 'toolcrib';
import type { LibraryInput } from './library.ts';

const { calls, sandbox } = (await json(process.stdin)) as LibraryInput;
try {
  const { service, problems, imports, discovery, planner, plans, store, close } = await openToolcrib({
    service: { sandbox },
    onRestricted: (notice) => console.error(notice),
    onProjectNotice: ({ code }) => console.error(code),
  });
  for (const [name, given] of calls) console.log(JSON.stringify(await service.execute(name, given)));
  console.error(JSON.stringify([problems, (await imports()).states(), await store.grants.list()]));
  console.error(JSON.stringify(await (await discovery()).recommend('read a file')));
  await planner();
  const { engine, waiting } = await plans();
  await engine.attend();
  console.error(JSON.stringify([await engine.list({}), await waiting()]));
  await close();
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
  console.error(error.message);
  process.exitCode = 4;
}
