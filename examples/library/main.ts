/** An API behind the registry: its document becomes tools, reading is free, and what destroys asks first. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/toolcrib/bin/toolcrib.js', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'toolcrib-library-'));

/** The command, as one would type it: its exit code and what it says. */
function toolcrib(...given: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...given],
      { cwd: project },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
      },
    );
    child.stdin?.end();
  });
}

const api = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [address] = (await once(createInterface({ input: api.stdout }), 'line')) as [string];
  const document = join(import.meta.dirname, 'api.yaml');
  await toolcrib('init', '--who', 'reader,keeper=read_write');
  const added = await toolcrib('openapi', 'add', document, '--name', 'library', '--base-url', address);
  assert.equal(added.code, 0, added.said);

  const read = await toolcrib('call', 'library__getBook', 'id=2', '--agent', 'reader');
  assert.match(read.said, /Invisible Cities/u);

  // A reader may not; a keeper may, once somebody says yes.
  const remove = ['call', 'library__removeBook', 'id=1'];
  const refused = await toolcrib(...remove, '--agent', 'reader');
  assert.equal(refused.code, 3);
  console.log(refused.said.trim());
  assert.equal((await toolcrib(...remove, '--agent', 'keeper')).code, 3);
  assert.equal((await toolcrib(...remove, '--agent', 'keeper', '--yes')).code, 0);
  assert.doesNotMatch((await toolcrib('call', 'library__listBooks')).said, /Dispossessed/u);
} finally {
  api.kill();
  rmSync(project, { recursive: true, force: true });
}
