import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProcesses } from './create-processes.ts';

test.each(['off', 'best_effort'] as const)(
  'nothing is lost of what a process wrote that ends at once, with the sandbox %s',
  async (mode) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-quick-')));
    const processes = createProcesses({ root: folder, mode, stateFolder: join(folder, 'state') });
    onTestFinished(async () => {
      await processes.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const runs = Array.from({ length: 60 }, () =>
      processes.run({ argv: ['/bin/echo', 'whole'], directory: folder, writes: 'nothing' }),
    );
    expect(new Set((await Promise.all(runs)).map(({ stdout }) => stdout.toString()))).toEqual(
      new Set(['whole\n']),
    );
  },
);
