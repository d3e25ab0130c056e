import { chmodSync, existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { unconfined, type Hold } from '../hold.ts';
import { thisMachine } from '../machine.ts';
import { StartError } from '../start-error.ts';
import { bash, createSite, processesWith, type Site } from '../site.test-support.ts';
import { createJudge } from './sbpl.test-support.ts';

/** Stands for `sandbox-exec` where there is none: writes down what it is told, holds nothing, and becomes the command. */
const stand = `#!/bin/bash
test "$1" = -p || exit 64
printf '%s' "$2" > "$TOOLCRIB_TOLD.text"; shift 2
while test "$1" = -D; do printf '%s\\0' "$2" >> "$TOOLCRIB_TOLD.parameters"; shift 2; done
test "$1" = -- || exit 64
shift; exec "$@"
`;

const sites: Site[] = [];
afterEach(() => sites.splice(0).forEach((site) => site.remove()));

function createMac(): { readonly site: Site; readonly hold: Hold; readonly told: string } {
  const site = createSite();
  sites.push(site);
  const seatbelt = join(site.outside, 'sandbox-exec');
  writeFileSync(seatbelt, stand);
  chmodSync(seatbelt, 0o755);
  const hold: Hold = { layer: 'seatbelt', seatbelt, supervisor: undefined, ...unconfined };
  return { site, hold, told: join(site.outside, 'told') };
}

test('a command runs with a profile made for it, a home of its own and limits', async () => {
  const { site, hold, told } = createMac();
  symlinkSync(site.outside, join(site.root, 'link'));
  const processes = site.processes(hold);
  const line = 'echo "$HOME $TMPDIR"; ulimit -t; ulimit -c; mktemp >/dev/null && ls "$TMPDIR"';
  const { stdout, exitCode } = await bash(processes, line, {
    directory: site.root,
    environment: { TOOLCRIB_TOLD: told },
    limits: { cpuSeconds: 7 },
    reads: [join(site.outside, 'canary')],
  });
  const [places = '', ...limits] = stdout.split('\n');
  const [home = '', temporary = ''] = places.split(' ');
  expect(exitCode).toBe(0);
  expect(limits.slice(0, 2)).toEqual(['7', '0']);
  const parameters = Object.fromEntries(
    readFileSync(`${told}.parameters`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
  const judge = createJudge({ text: readFileSync(`${told}.text`, 'utf8'), parameters });
  const permits = (operation: string, path: string): boolean => judge({ operation, path });
  expect(permits('file-write-create', join(home, 'x'))).toBe(true);
  expect(permits('file-write-create', join(temporary, 'x'))).toBe(true);
  expect(permits('file-write-create', join(site.root, 'x'))).toBe(true);
  expect(permits('file-write-create', join(site.root, '.git/hooks/x'))).toBe(false);
  expect(permits('file-read-data', join(site.outside, 'canary'))).toBe(true);
  expect(permits('file-write-data', join(site.outside, 'canary'))).toBe(false);
  expect(permits('file-read-data', seatbeltOf(hold))).toBe(false);
  expect(permits('file-read-data', realpathSync('/bin/sh'))).toBe(true);
  expect(dirname(home)).toBe(dirname(temporary));
  await processes.close();
  expect(existsSync(dirname(home))).toBe(false);
});

test('what only reads has a project that it cannot write', async () => {
  const { site, hold, told } = createMac();
  const processes = site.processes(hold);
  const environment = { TOOLCRIB_TOLD: told };
  await bash(processes, 'true', { directory: site.root, writes: 'nothing', environment });
  const parameters = readFileSync(`${told}.parameters`, 'utf8').split('\0');
  expect(parameters.filter((each) => each.endsWith(`=${site.root}`))).toEqual([
    expect.stringMatching(/^READ_\d+=/u),
  ]);
  await processes.close();
});

test('a program that is not there is told as one that cannot be started', async () => {
  const { site, hold, told } = createMac();
  const processes = site.processes(hold);
  for (const program of ['no-such-program', '/no/such/program', './none'])
    await expect(
      processes.run({ argv: [program], directory: site.root, environment: { TOOLCRIB_TOLD: told } }),
    ).rejects.toThrow(StartError);
  await processes.close();
});

test('what a command leaves in the background ends with it', async () => {
  const { site, hold, told } = createMac();
  const processes = site.processes(hold);
  const mark = `31.${process.pid}`;
  const environment = { TOOLCRIB_TOLD: told };
  await bash(processes, `sleep ${mark} & exit 0`, { directory: site.root, environment });
  expect(processesWith(mark)).toEqual([]);
  await processes.close();
});

test('the layer is known, and not there on other systems', () => {
  const { site, hold } = createMac();
  expect(site.processes(hold).layer()).toBe('seatbelt');
  if (process.platform !== 'darwin') expect(thisMachine().hold('seatbelt')).toBeUndefined();
});

function seatbeltOf({ seatbelt = '' }: Hold): string {
  return seatbelt;
}
