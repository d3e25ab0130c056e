/** Packs each published package as npm would and has publint and arethetypeswrong look at it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-pack-'));
try {
  for (const name of ['core', 'toolcrib']) {
    const [packed] = JSON.parse(
      run('npm', ['pack', `./packages/${name}`, '--json', '--pack-destination', folder]),
    ) as [{ filename: string }];
    const tarball = join(folder, packed.filename);
    console.log(run('publint', [tarball, '--strict']));
    console.log(run('attw', [tarball, '--profile', 'esm-only']));
  }
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, given: readonly string[]): string {
  try {
    return execFileSync(command, given, { encoding: 'utf8', shell: process.platform === 'win32' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.error(`${command} ${given.join(' ')}\n${stdout}${stderr}`);
    process.exit(1);
  }
}
