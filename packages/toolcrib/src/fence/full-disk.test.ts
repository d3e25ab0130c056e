import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A disk of 64 KB, in a name space of its own. */
function withSmallDisk(folder: string, command: readonly string[]): string[] {
  const mount = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"';
  return ['--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...command];
}
const canMount = spawnSync('unshare', withSmallDisk(tmpdir(), ['true'])).status === 0;

const script = `
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
  import { createProjectFiles } from ${JSON.stringify(join(import.meta.dirname, 'project-files.ts'))};
  const [root] = process.argv.slice(1);
  writeFileSync(root + '/old.txt', 'old');
  const files = createProjectFiles({ root });
  const reason = (path) => files.replace(path, Buffer.alloc(1_000_000)).then(() => 'ok', ({ reason }) => reason);
  const reasons = [await reason('old.txt'), await reason('new/folder/new.txt')];
  console.log(JSON.stringify({ reasons, left: readdirSync(root), old: readFileSync(root + '/old.txt', 'utf8') }));
`;

test.skipIf(!canMount)('a full disk is told, the old file stays and nothing new is left', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-full-'));
  try {
    const command = [process.execPath, '--input-type=module', '-e', script, folder];
    expect(JSON.parse(execFileSync('unshare', withSmallDisk(folder, command), { encoding: 'utf8' }))).toEqual(
      {
        reasons: ['no_space', 'no_space'],
        left: ['old.txt'],
        old: 'old',
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
