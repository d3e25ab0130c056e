import { describe, expect, onTestFinished, test } from 'vitest';
import type { Hold } from './hold.ts';
import { bash, createSite, testedHolds } from './site.test-support.ts';
import type { Supervisor } from './supervisor.ts';

/** The supervisor dawdles in the step that begins to wait: whatever ends then has ended before the system waits. */
function dawdling({ text, ...others }: Supervisor): Supervisor {
  const dawdle = 'scalar CORE::select(undef, undef, undef, 0.1)';
  const wait = `CORE::select($_[0], $_[1], $_[2], (${dawdle}, $_[3])[1])`;
  return { ...others, text: `BEGIN { *CORE::GLOBAL::select = sub { ${wait} } }\n${text}` };
}

describe.each(testedHolds().filter(({ supervised }) => supervised))('$name', ({ hold: found, walled }) => {
  const run = (hold: Hold, line: string): ReturnType<typeof bash> => {
    const site = createSite();
    const processes = site.processes(hold);
    onTestFinished(async () => {
      await processes.close();
      site.remove();
    });
    return bash(processes, line, { directory: site.root });
  };

  test.skipIf(found === undefined)('a command that ends just before it is waited for has ended', async () => {
    const hold = found as Hold;
    const held = { ...hold, supervisor: dawdling(hold.supervisor!) };
    expect(await run(held, 'sleep 0.05; echo done')).toMatchObject({ exitCode: 0, stdout: 'done\n' });
  });

  test.skipIf(found === undefined || walled)(
    'a command that kills who carries its output has ended',
    async () => {
      const line = [
        'read -r stat < /proc/$PPID/stat',
        'set -- ${stat##*) }',
        'for each in $(cat /proc/$2/task/$2/children); do test $each = $PPID || kill -9 $each; done',
        'sleep 0.1; exit 7',
      ].join('\n');
      expect(await run(found as Hold, line)).toMatchObject({ exitCode: 7 });
    },
  );
});
