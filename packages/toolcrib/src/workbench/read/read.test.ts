import { execFileSync } from 'node:child_process';
import {
  ftruncateSync,
  mkdirSync,
  openSync,
  closeSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ToolResult } from '@toolcrib/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileBench, type FileBench } from '../file-bench.test-support.ts';

let desk: FileBench;
beforeEach(() => {
  desk = createFileBench();
});
afterEach(() => desk.project.remove());

const put = (path: string, content: string | Buffer): void =>
  writeFileSync(join(desk.project.root, path), content);
const read = (file_path: string, more: object = {}): Promise<ToolResult> =>
  desk.service.execute('Read', { file_path, ...more });

async function text(file_path: string, more: object = {}): Promise<unknown> {
  const result = await read(file_path, more);
  return result.status === 'success' ? result.output : `${result.status}: ${result.error}`;
}

describe('text', () => {
  test('comes with line numbers, and its facts with the result', async () => {
    expect(await read('notes.txt')).toMatchObject({
      output: '     1\tfirst\n     2\tsecond\n     3\tthird\n     4\tfourth',
      metadata: {
        notes: {
          file_size_bytes: 26,
          total_lines: 4,
          encoding: 'utf-8',
          line_endings: 'lf',
          final_newline: true,
        },
      },
    });
  });

  test.each([
    ['no newline at the end', 'a\nb', '     1\ta\n     2\tb', { total_lines: 2, final_newline: false }],
    ['only a newline', '\n', '     1\t', { total_lines: 1, final_newline: true }],
    ['empty lines', 'a\n\n\nb\n', '     1\ta\n     2\t\n     3\t\n     4\tb', { total_lines: 4 }],
    ['CRLF', 'a\r\nb\r\n', '     1\ta\r\n     2\tb\r', { line_endings: 'crlf', total_lines: 2 }],
    ['both endings', 'a\r\nb\n', '     1\ta\r\n     2\tb', { line_endings: 'mixed' }],
    ['one line', 'a', '     1\ta', { line_endings: 'none', total_lines: 1 }],
    ['a carriage return alone', 'a\rb\n', '     1\ta\rb', { line_endings: 'lf', total_lines: 1 }],
    [
      'a byte order mark',
      '\uFEFFa\nb\n',
      '     1\ta\n     2\tb',
      { encoding: 'utf-8 with BOM', total_lines: 2 },
    ],
    ['many scripts', 'ü 汉字 😀\n', '     1\tü 汉字 😀', { encoding: 'utf-8' }],
    ['nothing', '', '[The file is empty.]', { file_size_bytes: 0 }],
    ['nothing but a mark', '\uFEFF', '[The file is empty.]', { file_size_bytes: 3, total_lines: 0 }],
  ])('with %s', async (_, content, output, notes) => {
    put('x.txt', content);
    expect(await read('x.txt')).toMatchObject({ output, metadata: { notes } });
  });

  test('in UTF-16 of both kinds is read like any other', async () => {
    const little = Buffer.from('\uFEFFü\r\n汉字\n😀\u0A0D\n', 'utf16le');
    const output = '     1\tü\r\n     2\t汉字\n     3\t😀\u0A0D';
    put('le.txt', little);
    put('be.txt', Buffer.from(little).swap16());
    put('odd.txt', Buffer.concat([little, Buffer.of(65)]));
    for (const [path, encoding] of [
      ['le.txt', 'utf-16le'],
      ['be.txt', 'utf-16be'],
      ['odd.txt', 'utf-16le'],
    ] as const) {
      expect(await read(path)).toMatchObject({
        output,
        metadata: { notes: { encoding, total_lines: 3, line_endings: 'mixed' } },
      });
    }
  });

  test('that is not UTF-8 is shown as well as it can be, and not called UTF-8', async () => {
    put('latin1.txt', Buffer.from('gr\xFC\xDFe\n', 'latin1'));
    expect(await read('latin1.txt')).toMatchObject({
      output: '     1\tgr\uFFFD\uFFFDe',
      metadata: { notes: { encoding: 'unknown' } },
    });
  });
});

describe('a part', () => {
  test('is given by offset and limit', async () => {
    expect(await text('notes.txt', { offset: 3 })).toBe('     3\tthird\n     4\tfourth');
    expect(await text('notes.txt', { limit: 1 })).toBe(
      '     1\tfirst\n[Lines 1-1 of 4. Go on with offset 2.]',
    );
    expect(await text('notes.txt', { offset: 4, limit: 10 })).toBe('     4\tfourth');
  });

  test('beyond the end is an error that says how many lines there are', async () => {
    expect(await read('notes.txt', { offset: 5 })).toMatchObject({
      status: 'error',
      error: 'Read failed: notes.txt has 4 lines; offset 5 is beyond its end.',
      data: { reason: 'offset_beyond_end' },
    });
  });

  test.each([{ offset: 0 }, { offset: 1.5 }, { limit: 0 }, { limit: '1' }, { lines: 3 }])(
    '%j is refused',
    async (more) => {
      expect(await read('notes.txt', more)).toMatchObject({
        status: 'error',
        errorCode: 'invalid_arguments',
      });
    },
  );

  test('is all that is given of a long file, cut at a line', async () => {
    put('long.txt', Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`).join(''));
    const output = String(await text('long.txt'));
    expect(output.split('\n')).toHaveLength(2001);
    expect(output).toMatch(/\n {2}2000\tline 2000\n\[Lines 1-2000 of 5000\. Go on with offset 2001\.\]$/u);
    expect(await text('long.txt', { offset: 2001, limit: 100_000 })).toMatch(/\[Lines 2001-4000 of 5000/u);
    expect(await text('long.txt', { offset: 4001 })).toMatch(/ {2}5000\tline 5000$/u);
  });

  test('never holds more than 50 KB', async () => {
    put('wide.txt', `${'汉'.repeat(1000)}\n`.repeat(1000));
    const output = String(await text('wide.txt'));
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(50_000);
    expect(output).toMatch(/\[Lines 1-16 of 1000\. Go on with offset 17\.\]$/u);
  });

  test('cuts a line that is too long, and says how long it is', async () => {
    put('minified.js', `short\n${'x'.repeat(1_000_000)}\nshort`);
    const output = String(await text('minified.js'));
    expect(output).toBe(
      `     1\tshort\n     2\t${'x'.repeat(2000)} [line of 1000000 bytes, cut here]\n     3\tshort`,
    );
    put('emoji.txt', `a${'😀'.repeat(2000)}`);
    expect(String(await text('emoji.txt')).isWellFormed()).toBe(true);
  });

  test('is the same whatever the chunks in which a file is read', async () => {
    // Around the size of a chunk: newlines, CRLF and characters of several bytes fall on its edge.
    for (let shift = 0; shift < 6; shift++) {
      const filler = `${'f'.repeat(1023)}\n`.repeat(1024).slice(0, 1024 * 1024 - 3 - shift);
      put('edge.txt', `${filler.slice(0, -1)}\n😀\r\n汉\r\nend\n`);
      expect(await read('edge.txt', { offset: 1025 })).toMatchObject({
        output: '  1025\t😀\r\n  1026\t汉\r\n  1027\tend',
        metadata: { notes: { total_lines: 1027, line_endings: 'mixed', encoding: 'utf-8' } },
      });
    }
  });
});

test('a huge file takes no more memory than a small one', () => {
  const path = join(desk.project.root, 'huge.log');
  const file = openSync(path, 'w');
  writeSync(file, 'first line\n'.repeat(5000));
  // A hole: a line of 150 MB that takes no place on the disk.
  ftruncateSync(file, 150_000_000);
  writeSync(file, '\nlast line\n', 150_000_000);
  closeSync(file);
  const script = `
    import { open } from 'node:fs/promises';
    import { readWindow } from ${JSON.stringify(join(import.meta.dirname, 'line-window.ts'))};
    const handle = await open(${JSON.stringify(path)});
    const { signal } = new AbortController();
    const cutMark = (bytes) => ' ' + bytes;
    const read = async (offset, limit) => {
      const window = await readWindow(handle, { encoding: 'utf-8', offset, limit, size: 150_000_011, cutMark, signal });
      return { ...window, lines: window.lines.map((line) => line.slice(-12)) };
    };
    const before = process.resourceUsage().maxRSS;
    const [first, last] = [await read(4999, 2), await read(5001, 10)];
    console.log(JSON.stringify({ first, last, grownKilobytes: process.resourceUsage().maxRSS - before }));
  `;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const { first, last, grownKilobytes } = JSON.parse(told) as Record<string, unknown>;
  expect(grownKilobytes).toBeLessThan(50_000);
  // Nobody waits for the end when the window is full.
  expect(first).toEqual({ lines: ['first line', 'first line'], lineEndings: 'lf', isExact: true });
  expect(last).toMatchObject({ lines: ['\0\0 149945000', 'last line'], total: 5002, endsWithNewline: true });
});

describe('what is not text', () => {
  test('is told by type and size', async () => {
    put('data.bin', Buffer.of(1, 2, 0, 3));
    put('paper.pdf', '%PDF-1.7\nnot really');
    put('archive.zip', Buffer.from('PK\x03\x04 and so on', 'latin1'));
    expect(await text('data.bin')).toBe('[Binary file: application/octet-stream, 4 bytes. Not shown.]');
    expect(await text('paper.pdf')).toBe('[Binary file: application/pdf, 19 bytes. Not shown.]');
    expect(await text('archive.zip')).toBe('[Binary file: application/zip, 14 bytes. Not shown.]');
  });

  test('is shown when it is an image, unless it is too large', async () => {
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), Buffer.alloc(100, 7)]);
    put('a.png', png);
    expect(await read('a.png')).toMatchObject({
      output: { type: 'image', mediaType: 'image/png', data: png.toString('base64') },
      metadata: { notes: { file_size_bytes: 108, media_type: 'image/png' } },
    });
    put('webp', Buffer.from('RIFF1234WEBPVP8 ', 'latin1'));
    expect(await text('webp')).toMatchObject({ mediaType: 'image/webp' });
    put('big.png', Buffer.concat([png, Buffer.alloc(4_000_000)]));
    expect(await text('big.png')).toBe(
      '[Image: image/png, 4000108 bytes. Not shown: the limit is 3750000 bytes.]',
    );
  });
});

describe('what cannot be read', () => {
  test.each([
    ['nowhere.txt', 'file_not_found', 'There is no file nowhere.txt.'],
    ['src', 'not_a_file', 'src is not a regular file but a directory.'],
    ['fifo', 'not_a_file', 'fifo is not a regular file but a FIFO.'],
  ])('%s is an error', async (path, reason, message) => {
    execFileSync('mkfifo', [join(desk.project.root, 'fifo')]);
    expect(await read(path)).toMatchObject({
      status: 'error',
      errorCode: 'tool_failed',
      error: `Read failed: ${message}`,
      data: { reason },
    });
  });

  test('outside the project is blocked', async () => {
    symlinkSync('/etc', join(desk.project.root, 'link'));
    for (const path of ['/etc/passwd', '../x', 'link/passwd', 'file:///etc/passwd']) {
      expect(await read(path)).toMatchObject({ status: 'blocked', errorCode: 'outside_project' });
    }
  });

  test('is said in the language of the bench', async () => {
    desk.project.remove();
    desk = createFileBench({ locale: 'zh-CN' });
    expect(await text('nowhere.txt')).toBe('error: Read 执行失败：文件 nowhere.txt 不存在。');
    expect(await text('/etc/passwd')).toBe('blocked: 文件路径超出项目目录范围');
    expect(await text('notes.txt', { limit: 1 })).toMatch(/\[第 1-1 行，共 4 行。/u);
  });
});

test('a call says what it will read: where the path leads', async () => {
  symlinkSync('src', join(desk.project.root, 'code'));
  const { effects } = await desk.service.explain('Read', { file_path: 'code/../src/./greet.ts' });
  expect(effects).toEqual([{ kind: 'read', path: 'src/greet.ts' }]);
  expect((await desk.service.explain('Read', { file_path: 'code/main.ts' })).effects).toEqual([
    { kind: 'read', path: 'src/main.ts' },
  ]);
  expect((await desk.service.explain('Read', { file_path: '../x' })).effects).toEqual([
    { kind: 'read', path: '../x' },
  ]);
});

test('output that was kept is read by its handle, in parts', async () => {
  const { cut } = await desk.bench.outputs.cut(
    Array.from({ length: 3000 }, (_, line) => `${line + 1}!\n`).join(''),
  );
  const handle = cut?.handle ?? '';
  expect((await desk.service.explain('Read', { file_path: handle })).effects).toEqual([]);
  expect(await text(handle, { offset: 2999 })).toBe('  2999\t2999!\n  3000\t3000!');
  expect(await text(handle)).toMatch(/\[Lines 1-2000 of 3000\. Go on with offset 2001\.\]$/u);
  rmSync(desk.project.stateFolder, { recursive: true });
  expect(await read(handle)).toMatchObject({ status: 'error', data: { reason: 'output_gone' } });
});

test('what an agent has read is remembered for it alone', async () => {
  mkdirSync(join(desk.project.root, 'x'));
  const path = join(desk.project.root, 'notes.txt');
  await read('x/../notes.txt');
  expect(desk.bench.readings.last(undefined, path)).toMatchObject({ size: 26n });
  expect(desk.bench.readings.last('somebody', path)).toBeUndefined();
});
