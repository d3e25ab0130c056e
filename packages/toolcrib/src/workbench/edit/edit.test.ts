import { existsSync, readFileSync, statSync, chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTools, type ApprovalQuestion, type ToolResult } from '@toolcrib/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileBench, type FileBench } from '../file-bench.test-support.ts';

let desk: FileBench;
let questions: ApprovalQuestion[];
/** What happens while the person thinks. */
let meanwhile: () => void;

beforeEach(() => {
  questions = [];
  meanwhile = () => undefined;
  desk = createFileBench({
    approver: (question) => {
      questions.push(question);
      meanwhile();
      return { decision: 'allow_once' };
    },
  });
});
afterEach(() => desk.project.remove());

const inProject = (path: string): string => join(desk.project.root, path);
const content = (path: string): string => readFileSync(inProject(path), 'utf8');
const put = (path: string, text: string | Buffer): void => writeFileSync(inProject(path), text);
const call = (given: object): Promise<ToolResult> => desk.service.execute('Edit', given);
const edit = (
  file_path: string,
  old_string: string,
  new_string: string,
  more: object = {},
): Promise<ToolResult> => call({ file_path, old_string, new_string, ...more });

/** What the call failed for. */
const failed = (reason: string, message?: string): object => ({
  status: 'error',
  data: { reason },
  ...(message !== undefined && { error: `Edit failed: ${message}` }),
});

describe('an edit', () => {
  test('replaces text to the letter', async () => {
    put('x.ts', "const price = '$1';\nconst a = /x+/;\n");
    expect(await edit('x.ts', "'$1'", "'$& $$ $1'")).toMatchObject({
      output: {
        path: 'x.ts',
        replacements: 1,
        diff: "--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-const price = '$1';\n+const price = '$& $$ $1';\n const a = /x+/;\n",
      },
    });
    expect(content('x.ts')).toBe("const price = '$& $$ $1';\nconst a = /x+/;\n");
    expect(await edit('x.ts', '/x+/', '')).toMatchObject({ status: 'success' });
    expect(content('x.ts')).toBe("const price = '$& $$ $1';\nconst a = ;\n");
  });

  test('asks first and shows what changes', async () => {
    await edit('notes.txt', 'second', '2nd');
    expect(questions).toMatchObject([
      {
        tool: 'Edit',
        risk: 'high',
        warning: expect.stringMatching(/^Overwrites notes\.txt\. Git does not have/u),
        effects: [{ kind: 'write', path: 'notes.txt', preview: expect.stringContaining('-second\n+2nd\n') }],
      },
    ]);
  });

  test('that will fail is refused, and no person is asked', async () => {
    put('x.txt', 'a\na\n');
    for (const [path, old, reason] of [
      ['notes.txt', 'fifth', 'old_string_not_found'],
      ['x.txt', 'a', 'old_string_not_unique'],
      ['notes.txt', '', 'old_string_empty'],
      ['none.txt', 'a', 'file_not_found'],
    ] as const)
      expect(await edit(path, old, 'x')).toMatchObject(failed(reason));
    put('large.txt', 'x'.repeat(2_000_000));
    expect(await edit('large.txt', 'y', 'x')).toMatchObject(failed('old_string_not_found'));
    expect(questions).toEqual([]);
  });

  test('that would be asked about tells no line to an agent that has not read the file', async () => {
    desk.project.remove();
    desk = createFileBench({ rules: [{ decision: 'ask', tool: 'Edit' }] });
    put('x.txt', 'the key is 4711\n');
    const guess = (): Promise<ToolResult> => edit('x.txt', 'the key is 0000', 'x');
    expect(await guess()).toMatchObject(failed('old_string_not_found', 'old_string was not found in x.txt.'));
    await desk.service.execute('Read', { file_path: 'x.txt' });
    expect(await guess()).toMatchObject({ error: expect.stringContaining('the key is 4711') });
  });

  test('of text that is there more than once is refused with the lines', async () => {
    put('x.txt', 'a\nb\na b a\nc\n');
    expect(await edit('x.txt', 'a', 'x')).toMatchObject(
      failed(
        'old_string_not_unique',
        'old_string was found 3 times in x.txt (lines 1, 3, …). Take in more of its surroundings, or set replace_all.',
      ),
    );
    put('x.txt', 'aaa');
    expect(await edit('x.txt', 'aa', 'x')).toMatchObject(failed('old_string_not_unique'));
    expect(content('x.txt')).toBe('aaa');
  });

  test('of all places replaces them all', async () => {
    put('x.txt', 'a\nb\na b a\naaa');
    expect(await edit('x.txt', 'a', 'aa', { replace_all: true })).toMatchObject({
      output: { replacements: 6 },
    });
    expect(content('x.txt')).toBe('aa\nb\naa b aa\naaaaaa');
  });

  test('of text that is not there names the nearest line', async () => {
    put('x.ts', 'function add(a, b) {\n\treturn a + b;\n}\n');
    await desk.service.execute('Read', { file_path: 'x.ts' });
    expect(await edit('x.ts', '  return a + b;', 'x')).toMatchObject(
      failed(
        'old_string_not_found',
        'old_string was not found in x.ts. The nearest is at line 2: \\u{9}return a + b;',
      ),
    );
    expect(await edit('x.ts', '}\n\nfunction add(a, c) {', 'x')).toMatchObject({
      error: expect.stringContaining('The nearest is at line 1: function add(a, b) {'),
    });
    expect(await edit('x.ts', '完全不同的内容', 'x')).toMatchObject(
      failed('old_string_not_found', 'old_string was not found in x.ts.'),
    );
  });

  test.each([
    ['', 'x', 'old_string_empty'],
    ['first', 'first', 'old_string_unchanged'],
    ['first', 'half \uD83D', 'broken_characters'],
  ])('from %j to %j is refused', async (old, fresh, reason) => {
    expect(await edit('notes.txt', old, fresh)).toMatchObject(failed(reason));
  });

  test('behind a link edits the file and keeps its mode', async () => {
    symlinkSync('notes.txt', inProject('link'));
    chmodSync(inProject('notes.txt'), 0o640);
    expect(await edit('link', 'first', '1st')).toMatchObject({ output: { path: 'notes.txt' } });
    expect(statSync(inProject('notes.txt')).mode & 0o777).toBe(0o640);
  });
});

describe('a list of edits', () => {
  test('is made in order, each in what the one before it has made', async () => {
    const edits = [
      { old_string: 'first', new_string: 'second' },
      { old_string: 'second', new_string: '2', replace_all: true },
      { old_string: '2\n2\n', new_string: '' },
    ];
    expect(await call({ file_path: 'notes.txt', edits })).toMatchObject({ output: { replacements: 4 } });
    expect(content('notes.txt')).toBe('third\nfourth\n');
  });

  test('is made as a whole or not at all', async () => {
    const edits = [
      { old_string: 'first', new_string: '1st' },
      { old_string: 'fifth', new_string: '5th' },
    ];
    expect(await call({ file_path: 'notes.txt', edits })).toMatchObject({
      ...failed('old_string_not_found'),
      error: expect.stringMatching(/^Edit failed: Edit 2: old_string was not found in notes\.txt\./u),
    });
    expect(content('notes.txt')).toBe('first\nsecond\nthird\nfourth\n');
  });

  test.each([
    [{ file_path: 'notes.txt' }],
    [{ file_path: 'notes.txt', old_string: 'first' }],
    [{ file_path: 'notes.txt', edits: [] }],
    [{ file_path: 'notes.txt', edits: [{ old_string: 'first' }] }],
    [
      {
        file_path: 'notes.txt',
        old_string: 'a',
        new_string: 'b',
        edits: [{ old_string: 'a', new_string: 'b' }],
      },
    ],
  ])('or one edit, and nothing in between: %j', async (given) => {
    expect(await call(given)).toMatchObject({ status: 'error', errorCode: 'invalid_arguments' });
    expect(questions).toEqual([]);
  });
});

describe('line endings and encodings', () => {
  test('newlines stand for CRLF in a file that uses it', async () => {
    put('x.txt', 'one\r\ntwo\r\nthree\r\n');
    await edit('x.txt', 'one\ntwo', '1\n2\n2.5');
    expect(content('x.txt')).toBe('1\r\n2\r\n2.5\r\nthree\r\n');
    await edit('x.txt', '2.5\r\nthree', '3');
    expect(content('x.txt')).toBe('1\r\n2\r\n3\r\n');
    await edit('x.txt', '3', '3\n4');
    expect(content('x.txt')).toBe('1\r\n2\r\n3\r\n4\r\n');
  });

  test('in a file with both, what is found decides', async () => {
    put('x.txt', 'a\r\nb\r\nc\nd\n');
    await edit('x.txt', 'a\nb', 'A\nB');
    expect(content('x.txt')).toBe('A\r\nB\r\nc\nd\n');
    await edit('x.txt', 'c\nd', 'C\nD');
    expect(content('x.txt')).toBe('A\r\nB\r\nC\nD\n');
  });

  test('a file that uses newlines gets none but those it is given', async () => {
    put('x.txt', 'a\nb\n');
    await edit('x.txt', 'b', 'b\nc');
    expect(content('x.txt')).toBe('a\nb\nc\n');
    expect(await edit('x.txt', 'a\r\nb', 'x')).toMatchObject(failed('old_string_not_found'));
  });

  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big end first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('%s stays what it is', async (_, encode) => {
    put('x.txt', encode('grün 汉字\r\nzwei\r\n'));
    expect(await edit('x.txt', 'grün 汉字\nzwei', 'größer 😀\nzwei')).toMatchObject({
      output: { diff: expect.stringContaining('-grün 汉字\r\n+größer 😀\r\n') },
    });
    expect(readFileSync(inProject('x.txt'))).toEqual(encode('größer 😀\r\nzwei\r\n'));
  });

  test('what is no text in these is refused rather than damaged', async () => {
    const latin1 = Buffer.from('gr\xFCn', 'latin1');
    put('latin1.txt', latin1);
    put('binary', Buffer.of(65, 0, 66));
    put('odd.txt', Buffer.of(0xff, 0xfe, 65));
    for (const path of ['latin1.txt', 'binary', 'odd.txt']) {
      expect(await edit(path, 'A', 'B')).toMatchObject(failed('not_text'));
    }
    expect(readFileSync(inProject('latin1.txt'))).toEqual(latin1);
  });
});

describe('a file', () => {
  test('that is not there, no file, outside or protected is not edited', async () => {
    expect(await edit('nowhere.txt', 'a', 'b')).toMatchObject(failed('file_not_found'));
    expect(await edit('src', 'a', 'b')).toMatchObject(failed('not_a_file'));
    expect(await edit('../x', 'a', 'b')).toMatchObject({ status: 'blocked', errorCode: 'outside_project' });
    put('toolcrib.json', '{}');
    expect(await edit('toolcrib.json', '{}', '{"rules": []}')).toMatchObject({ errorCode: 'protected_path' });
    expect(content('toolcrib.json')).toBe('{}');
    expect(existsSync(inProject('nowhere.txt'))).toBe(false);
  });

  test('that has changed since it was read is not edited', async () => {
    await desk.service.execute('Read', { file_path: 'notes.txt' });
    put('notes.txt', 'first\nand more\n');
    expect(await edit('notes.txt', 'first', '1st')).toMatchObject(failed('changed_meanwhile'));
    await desk.service.execute('Read', { file_path: 'notes.txt' });
    expect(await edit('notes.txt', 'first', '1st')).toMatchObject({ status: 'success' });
    expect(await edit('notes.txt', '1st', '1')).toMatchObject({ status: 'success' });
    expect(content('notes.txt')).toBe('1\nand more\n');
  });

  test('that changes while the person thinks is not edited', async () => {
    meanwhile = () => put('notes.txt', 'first of all\n');
    expect(await edit('notes.txt', 'first', '1st')).toMatchObject(failed('changed_meanwhile'));
    expect(content('notes.txt')).toBe('first of all\n');
  });

  test('that is large is edited, but not shown before', async () => {
    put('large.txt', `needle\n${'hay\n'.repeat(500_000)}`);
    expect(await edit('large.txt', 'needle', 'pin')).toMatchObject({
      output: { replacements: 1, bytes: 2_000_004, diff: '' },
    });
    expect(questions[0]?.effects[0]?.preview).toBeUndefined();
    put('huge.txt', 'x'.repeat(10_000_001));
    expect(await edit('huge.txt', 'x', 'y')).toMatchObject(failed('too_large'));
  });

  test('does not grow beyond all measure', async () => {
    put('x.txt', 'a'.repeat(100_000));
    expect(await edit('x.txt', 'a', 'b'.repeat(1000), { replace_all: true })).toMatchObject(
      failed('too_large'),
    );
    put('x.txt', 'a'.repeat(1_500_000));
    expect(await edit('x.txt', 'a', 'b', { replace_all: true })).toMatchObject(failed('too_large'));
  });
});

test('a text made to be searched for slowly is searched for at once', async () => {
  // With the search of the language this takes minutes.
  put('x.txt', 'a'.repeat(900_000));
  const half = 'a'.repeat(100_000);
  expect(await edit('x.txt', `${half}b${half}`, 'x')).toMatchObject(failed('old_string_not_found'));
  expect(await edit('x.txt', half, 'x')).toMatchObject(failed('old_string_not_unique'));
});

test.each(['openai', 'openai-responses', 'anthropic', 'gemini', 'ollama', 'mcp'])(
  'models of %s are offered both forms',
  (provider) => {
    const tool = desk.service.registry.get('Edit');
    const offered = JSON.stringify(formatTools(provider, tool === undefined ? [] : [tool]).tools);
    for (const parameter of ['file_path', 'old_string', 'edits']) expect(offered).toContain(`"${parameter}"`);
  },
);
