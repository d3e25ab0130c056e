import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { targetOf } from './link-out.ts';
import { replaceFile } from './replace-file.ts';
import { rewriteFile } from './rewrite-file.ts';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'rewrite-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const limits = { maxBytes: 1000 };

test('a change that another program makes meanwhile is kept', async () => {
  const file = join(folder(), 'f');
  writeFileSync(file, 'one ');
  let seen = 0;
  const written = await rewriteFile(
    file,
    (text = '') => {
      if (seen++ === 0) writeFileSync(file, `${text}two `);
      return `${text}three`;
    },
    limits,
  );
  expect([written, readFileSync(file, 'utf8')]).toEqual([true, 'one two three']);
});

test('a file that is created meanwhile, or removed, is not taken for the one before', async () => {
  const file = join(folder(), 'f');
  const texts: (string | undefined)[] = [];
  const acts = [() => writeFileSync(file, 'theirs '), () => rmSync(file)];
  await rewriteFile(
    file,
    (text) => {
      texts.push(text);
      acts.shift()?.();
      return `${text ?? ''}ours`;
    },
    limits,
  );
  expect([texts, readFileSync(file, 'utf8')]).toEqual([[undefined, 'theirs ', undefined], 'ours']);
});

test('a file that another program keeps changing is left alone', async () => {
  const file = join(folder(), 'f');
  writeFileSync(file, '');
  let seen = 0;
  const change = (): string => {
    writeFileSync(file, String(++seen));
    return 'ours';
  };
  await expect(rewriteFile(file, change, limits)).rejects.toMatchObject({ code: 'file_changing' });
  expect(readFileSync(file, 'utf8')).toBe(String(seen));
});

test('bytes that are not UTF-8 are not replaced by others, and a byte order mark stays', async () => {
  const place = folder();
  const [latin, marked] = [join(place, 'latin'), join(place, 'marked')];
  writeFileSync(latin, Buffer.from('über', 'latin1'));
  await expect(rewriteFile(latin, () => 'new', limits)).rejects.toMatchObject({ code: 'file_not_utf8' });
  expect(readFileSync(latin, 'latin1')).toBe('über');
  writeFileSync(marked, '\uFEFFone');
  await rewriteFile(marked, (text = '') => `${text} two`, limits);
  expect(readFileSync(marked, 'utf8')).toBe('\uFEFFone two');
});

test('a file that exists is not created anew, and nothing is left beside it', () => {
  const place = folder();
  const file = join(place, 'f');
  writeFileSync(file, 'old');
  expect(() => replaceFile(file, 'new', { fresh: true })).toThrow(
    expect.objectContaining({ code: 'file_exists' }),
  );
  expect([readFileSync(file, 'utf8'), readdirSync(place)]).toEqual(['old', ['f']]);
});

test('a link is replaced and not written through, and the mode stays that of the file', async () => {
  const place = folder();
  const [file, target] = [join(place, 'f'), join(place, 'target')];
  writeFileSync(target, 'kept');
  chmodSync(target, 0o660);
  symlinkSync(target, file);
  await rewriteFile(file, () => 'new', limits);
  expect(readFileSync(target, 'utf8')).toBe('kept');
  expect(lstatSync(file).isFile()).toBe(true);
  // Also what the umask would take away.
  expect(statSync(file).mode & 0o777).toBe(0o660);
});

/** Replaces a file in a process of its own, and tells the code, what is in the file then, and what is beside it. */
const script = `
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
  import { replaceFile } from ${JSON.stringify(import.meta.resolve('./replace-file.ts'))};
  const [place] = process.argv.slice(1);
  let code = 'written';
  try { replaceFile(place + '/f', 'x'.repeat(1_000_000)); } catch (error) { code = error.code + ' ' + error.problem.detail; }
  console.log(JSON.stringify([code, readFileSync(place + '/f', 'utf8').slice(0, 10), readdirSync(place)]));
`;
const command = [process.execPath, '--input-type=module', '-e', script] as const;

test.skipIf(process.platform === 'win32')(
  'a file that cannot be written as a whole stays what it was',
  () => {
    const place = folder();
    writeFileSync(join(place, 'f'), 'old');
    // As on a disk that is full.
    const limited = ['-c', 'trap "" XFSZ; ulimit -f 100; exec "$@"', 'sh', ...command, place];
    expect(JSON.parse(execFileSync('sh', limited, { encoding: 'utf8' }))).toEqual([
      'file_not_written EFBIG',
      'old',
      ['f'],
    ]);
  },
);

function inMount(setUp: string, place: string, given: readonly string[]): string[] {
  return ['--user', '--map-root-user', '--mount', 'sh', '-c', `${setUp} && exec "$@"`, place, ...given];
}

const canMount = spawnSync('unshare', inMount('true', tmpdir(), ['true'])).status === 0;
const smallDisk = 'mount -t tmpfs -o size=64k none "$0" && printf old > "$0/f"';

test.skipIf(!canMount).each([
  ['full', smallDisk, 'ENOSPC'],
  ['read-only', `${smallDisk} && mount -o remount,ro "$0"`, 'EROFS'],
])('on a disk that is %s the old file stays', (_, setUp, detail) => {
  const place = folder();
  const said = execFileSync('unshare', inMount(setUp, place, [...command, place]), { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([`file_not_written ${detail}`, 'old', ['f']]);
});

test('a write does not follow a link out of the folder, for the file and for a folder on the way', () => {
  const [project, home] = [folder(), folder()];
  writeFileSync(join(home, 'settings.json'), '{}');
  writeFileSync(join(project, 'real.json'), '{}');
  symlinkSync(join(home, 'settings.json'), join(project, 'out.json'));
  symlinkSync(home, join(project, '.cursor'));
  symlinkSync('/nowhere/at/all', join(project, 'lost.json'));
  symlinkSync('real.json', join(project, 'in.json'));
  const code = (name: string): unknown => {
    try {
      return targetOf(join(project, name), project);
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };
  expect(['out.json', '.cursor/mcp.json', '.cursor/new/mcp.json', 'lost.json'].map(code)).toEqual([
    'file_outside',
    'file_outside',
    'file_outside',
    'file_not_written',
  ]);
  expect(code('in.json')).toBe(join(project, 'real.json'));
  expect(code('new/folder/file.json')).toBe(join(project, 'new/folder/file.json'));
  // What is named outside is where a person keeps it, behind links or not.
  mkdirSync(join(home, 'dotfiles'));
  writeFileSync(join(home, 'dotfiles/mcp.json'), '{}');
  symlinkSync(join(home, 'dotfiles/mcp.json'), join(home, 'mcp.json'));
  expect(targetOf(join(home, 'mcp.json'), project)).toBe(join(home, 'dotfiles/mcp.json'));
});
