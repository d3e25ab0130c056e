/** Tries every hold as whoever runs this, and prints what each of them let through. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bash, createSite, testedHolds } from './site.test-support.ts';

const results: Record<string, unknown> = { uid: process.getuid?.() };
for (const { name, hold } of testedHolds()) {
  if (hold === undefined) continue;
  const site = createSite();
  const canary = join(site.outside, 'canary');
  const processes = site.processes(hold);
  const line = [
    `cat ${canary}; echo touched > ${canary}; mkdir -p .vscode; echo x > .vscode/planted`,
    'echo inside > file; git --version > /dev/null && node --print 1',
    'unshare --user true 2> /dev/null && echo namespace',
    'grep -c "^Cap.*[^0]$" /proc/self/status; ls -d /proc/[0-9]* | wc -l',
  ].join('\n');
  const { stdout, exitCode } = await bash(processes, line, { directory: site.root });
  await processes.close();
  results[name] = {
    exitCode,
    stdout: stdout.trim().split('\n'),
    canary: readFileSync(canary, 'utf8').trim(),
    entries: readdirSync(site.root),
    inside: readFileSync(join(site.root, 'file'), 'utf8').trim(),
  };
  site.remove();
}
console.log(JSON.stringify(results));
