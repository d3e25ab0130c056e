/** Tries every hold as whoever runs this, and prints what each of them let through. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bash, createSite, testedHolds } from './site.test-support.ts';

const results: Record<string, unknown> = { uid: process.getuid?.() };
for (const { name, hold } of await testedHolds()) {
  if (hold === undefined) continue;
  const site = createSite();
  const canary = join(site.outside, 'canary');
  const processes = site.processes(hold, { protectedPaths: ['.git/hooks/', '.mcp.json'] });
  const line = [
    `cat ${canary}; echo touched > ${canary}; mkdir -p .git/hooks && echo hook > .git/hooks/planted`,
    'echo inside > file; git --version > /dev/null && node --print 1',
    'unshare --user true 2> /dev/null && echo namespace',
    'grep -c "^Cap.*[^0]$" /proc/self/status; ls -d /proc/[0-9]* | wc -l',
  ].join('\n');
  const { stdout, exitCode } = await bash(processes, line, { directory: site.root });
  results[name] = {
    exitCode,
    stdout: stdout.trim().split('\n'),
    canary: readFileSync(canary, 'utf8').trim(),
    inside: readFileSync(join(site.root, 'file'), 'utf8').trim(),
  };
  await processes.close();
  site.remove();
}
console.log(JSON.stringify(results));
