import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A project directory with this configuration, gone when the test is over. */
export function temporaryProject(config?: object): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-acceptance-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  if (config !== undefined) writeFileSync(join(directory, 'toolcrib.json'), JSON.stringify(config, null, 2));
  return directory;
}
