import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProcesses } from '../../fence/processes/create-processes.ts';
import { thisMachine } from '../../fence/processes/machine.ts';
import { createSampleProject } from '../sample-project.test-support.ts';
import { faultsOf, openWorkshop, type Workshop, type WorkshopOptions } from '../workshop.test-support.ts';
import { typescriptServer } from './language-servers.ts';
import { createLspTool } from './lsp.ts';
import type { ServerOptions } from './server.ts';

let workshop: Workshop;
let open: Workshop[] = [];
interface Start extends WorkshopOptions, ServerOptions {
  /** The manners of the fake server. */
  readonly ways?: readonly string[];
  readonly program?: string;
}
const start = ({ ways, program = process.execPath, idle, patience, ...options }: Start = {}): Workshop => {
  const script = join(import.meta.dirname, 'fake-server.test-support.ts');
  const fake = {
    name: 'fake',
    languages: { '.fake': 'fake' },
    command: [program, script, ...(ways ?? [])],
  } as const;
  workshop = openWorkshop(
    (bench) => createLspTool(bench, ways === undefined ? [] : [fake], { idle, patience }),
    options,
  );
  open.push(workshop);
  return workshop;
};
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

const at = (path: string): string => join(workshop.project.root, path);
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const read = (path: string): string => readFileSync(at(path), 'utf8');
type Answer = { readonly [name: string]: unknown };
const lsp = (operation: string, more: object = {}): Promise<Answer> => workshop.give({ operation, ...more });
const refused = (operation: string, more: object = {}): ReturnType<Workshop['fail']> =>
  workshop.fail({ operation, ...more });
/** Where a word first stands in a file. */
const spot = (path: string, word: string): { file_path: string; line: number; column: number } => {
  const lines = read(path)
    .replace(/^\uFEFF/u, '')
    .split('\n');
  const line = lines.findIndex((text) => text.includes(word));
  return { file_path: path, line: line + 1, column: (lines[line]?.indexOf(word) ?? 0) + 1 };
};

const contained = (['bubblewrap', 'namespaces', 'seatbelt'] as const).find(
  (layer) => thisMachine().hold(layer) !== undefined,
);
const hasTypeScript = typescriptServer().length > 0;

describe.skipIf(!hasTypeScript)('the examples', () => {
  const examples = openWorkshop(createLspTool);
  afterAll(() => examples.close());
  test.each(examples.tool.examples)('the example holds: $description', async (example) => {
    expect(await faultsOf(examples, example)).toEqual([]);
  });
});

describe.skipIf(!hasTypeScript)('TypeScript', () => {
  beforeEach(() => {
    start();
  });

  test('a name is followed to its definition and back, over files', async () => {
    expect(await lsp('definition', spot('src/main.ts', "greet('world')"))).toEqual({
      definitions: [
        {
          path: 'src/greet.ts',
          line: 1,
          column: 17,
          text: 'export function greet(name: string): string {',
        },
      ],
      total: 1,
    });
    expect(await lsp('references', spot('src/greet.ts', 'greet('))).toMatchObject({
      references: [
        { path: 'src/greet.ts', line: 1, column: 17 },
        { path: 'src/main.ts', line: 1, column: 10 },
        { path: 'src/main.ts', line: 3, column: 13, text: "console.log(greet('world'));" },
      ],
    });
    expect(await lsp('references', { ...spot('src/greet.ts', 'greet('), limit: 1 })).toMatchObject({
      total: 3,
    });
  });

  test('what a name is, and what a file and the project declare', async () => {
    expect((await lsp('hover', spot('src/main.ts', "greet('world')")))['hover']).toContain(
      'greet(name: string): string',
    );
    expect(await lsp('hover', { file_path: 'src/main.ts', line: 2, column: 1 })).toEqual({ hover: null });
    put('src/shape.ts', 'export class Shape {\n  area(): number {\n    return 1;\n  }\n}\n');
    expect(await lsp('symbols', { file_path: 'src/shape.ts' })).toMatchObject({
      symbols: [
        { name: 'Shape', kind: 'class', line: 1, symbols: [{ name: 'area', kind: 'method', line: 2 }] },
      ],
    });
    expect(await lsp('workspace_symbols', { query: 'greet' })).toMatchObject({
      symbols: [{ name: 'greet', kind: 'function', path: 'src/greet.ts', line: 1 }],
    });
  });

  test('a fresh server knows the names of the project without being shown a file', async () => {
    expect(await lsp('workspace_symbols', { query: 'greet' })).toMatchObject({ total: 1 });
  });

  test('who calls whom', async () => {
    put(
      'src/main.ts',
      "import { greet } from './greet.ts';\n\nexport function hello() {\n  return greet('world');\n}\n",
    );
    expect(await lsp('call_hierarchy', spot('src/greet.ts', 'greet('))).toMatchObject({
      of: { name: 'greet', path: 'src/greet.ts' },
      called_by: [{ name: 'hello', path: 'src/main.ts', line: 3 }],
      calls: [],
    });
    expect(await lsp('call_hierarchy', spot('src/main.ts', 'hello'))).toMatchObject({
      calls: [{ name: 'greet' }],
    });
    expect(await lsp('call_hierarchy', { file_path: 'src/main.ts', line: 2, column: 1 })).toEqual({
      of: null,
    });
  });

  test('errors come and go with what is on disk', async () => {
    expect(await lsp('diagnostics', { file_path: 'src/main.ts' })).toEqual({ diagnostics: [], total: 0 });
    put(
      'src/main.ts',
      "import { greet } from './greet.ts';\n\nconst count: number = greet('world');\nconsole.log(count);\n",
    );
    expect(await lsp('diagnostics', { file_path: 'src/main.ts' })).toMatchObject({
      diagnostics: [{ line: 3, column: 7, severity: 'error', code: 2322 }],
    });
    // The file itself stays as it is: what it uses changes.
    put('src/greet.ts', 'export const greet = (name: string): number => name.length;\n');
    expect(await lsp('diagnostics', { file_path: 'src/main.ts' })).toEqual({ diagnostics: [], total: 0 });
    renameSync(at('src/greet.ts'), at('src/moved.ts'));
    expect(await lsp('diagnostics', { file_path: 'src/main.ts' })).toMatchObject({
      diagnostics: [{ code: 2307 }],
    });
    rmSync(at('src/main.ts'));
    expect(await refused('diagnostics', { file_path: 'src/main.ts' })).toMatchObject({
      reason: 'file_not_found',
    });
    put('src/main.ts', "export * from './moved.ts';\n");
    expect(await lsp('diagnostics', { file_path: 'src/main.ts' })).toEqual({ diagnostics: [], total: 0 });
  });

  test('a name is changed everywhere, and nothing else is', async () => {
    put('src/crlf.ts', "import { greet } from './greet.ts';\r\n\r\nexport const a = greet('a');\r\n");
    put('src/mark.ts', "\uFEFFimport { greet } from './greet.ts'; export const b = greet('b');\n");
    put(
      'src/short.ts',
      "import { greet } from './greet.ts';\n\n// 🧰 greet\nexport const c = { greet, '🧰': greet };\n",
    );
    const { renamed } = (await lsp('rename', {
      ...spot('src/greet.ts', 'greet('),
      new_name: 'welcome',
    })) as {
      renamed: { path: string }[];
    };
    expect(renamed.map(({ path }) => path).toSorted()).toEqual([
      'src/crlf.ts',
      'src/greet.ts',
      'src/main.ts',
      'src/mark.ts',
      'src/short.ts',
    ]);
    expect(read('src/crlf.ts')).toBe(
      "import { welcome } from './greet.ts';\r\n\r\nexport const a = welcome('a');\r\n",
    );
    expect(read('src/mark.ts')).toBe(
      "\uFEFFimport { welcome } from './greet.ts'; export const b = welcome('b');\n",
    );
    expect(read('src/short.ts')).toBe(
      "import { welcome } from './greet.ts';\n\n// 🧰 greet\nexport const c = { greet: welcome, '🧰': welcome };\n",
    );
    expect(read('src/main.ts')).toContain("console.log(welcome('world'));");
    expect(await lsp('diagnostics', { file_path: 'src/mark.ts' })).toEqual({ diagnostics: [], total: 0 });
  });

  test('a rename from a file that begins with a mark', async () => {
    put('src/mark.ts', '\uFEFFexport function first(): void {}\nfirst();\n');
    await lsp('rename', { ...spot('src/mark.ts', 'first'), new_name: 'second' });
    expect(read('src/mark.ts')).toBe('\uFEFFexport function second(): void {}\nsecond();\n');
  });

  test('what cannot be renamed is told, and nothing is written', async () => {
    const before = read('src/main.ts');
    const nothing = await refused('rename', { file_path: 'src/main.ts', line: 2, column: 1, new_name: 'x' });
    expect(['nothing_to_rename', 'server_refused']).toContain(nothing.reason);
    expect(await refused('rename', spot('src/main.ts', 'greet'))).toMatchObject({
      reason: 'parameter_needed',
    });
    expect(read('src/main.ts')).toBe(before);
  });

  test('a crash in between is not noticed', async () => {
    const hover = (): Promise<Answer> => lsp('hover', spot('src/main.ts', "greet('world')"));
    const before = await hover();
    for (const pid of workshop.processes()) process.kill(pid, 'SIGKILL');
    expect(await hover()).toEqual(before);
  });

  test('questions at once are answered by one server', async () => {
    const questions = Array.from({ length: 8 }, () => lsp('hover', spot('src/main.ts', "greet('world')")));
    const answers = await Promise.all(questions);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expect.poll(() => workshop.processes().length).toBe(1);
  });

  test('what is not code of the project is told by its path alone', async () => {
    const { definitions } = (await lsp('definition', spot('src/main.ts', 'log('))) as {
      definitions: Answer[];
    };
    expect(definitions.length).toBeGreaterThan(0);
    for (const { path, text } of definitions)
      expect([String(path).startsWith('src/'), text]).toEqual([false, undefined]);
  });
});

describe('any server', () => {
  const word = { file_path: 'word.fake', line: 1, column: 1 };
  const startFake = (...ways: string[]): void => {
    start({ ways });
    put('word.fake', 'old word\n');
    put('other.fake', 'old other\n');
  };
  const hover = async (): Promise<{
    pid: string;
    text: string;
    watched: { uri: string; type: number }[];
  }> => {
    const [pid = '', rest = '{}'] = String((await lsp('hover', word))['hover']).split('\n\n');
    return { pid, ...(JSON.parse(rest) as { text: string; watched: { uri: string; type: number }[] }) };
  };

  test('one that is configured is asked for its own files, and for names beside the others', async () => {
    startFake();
    expect((await hover()).text).toBe('old word\n');
    const { symbols } = (await lsp('workspace_symbols', { query: 'e' })) as { symbols: Answer[] };
    expect(symbols).toContainEqual({ name: 'fake', kind: 'other', path: 'word.fake', line: 1, column: 1 });
    if (hasTypeScript) expect(symbols).toContainEqual(expect.objectContaining({ name: 'greet' }));
    expect(await refused('hover', { ...word, file_path: 'README.md' })).toMatchObject({
      reason: 'no_language_server',
      error: expect.stringContaining('Set up: fake') as string,
    });
  });

  test('is told what has changed: what is open by content, all else by name', async () => {
    startFake();
    put('gone.fake', '');
    await hover();
    put('word.fake', '\uFEFFnew words\n');
    put('other.fake', 'changed\n');
    put('made/new.fake', '');
    rmSync(at('gone.fake'));
    const { text, watched } = await hover();
    expect(text).toBe('new words\n');
    expect(watched.map(({ uri, type }) => `${uri.split('/').at(-1)} ${type}`).toSorted()).toEqual([
      'gone.fake 3',
      'new.fake 1',
      'other.fake 2',
      'word.fake 2',
    ]);
  });

  test('one that sends errors by itself is waited for, each time anew', async () => {
    startFake('pushes');
    expect(await lsp('diagnostics', { file_path: 'word.fake' })).toEqual({
      diagnostics: [{ line: 1, column: 1, severity: 'warning', message: '9 characters' }],
      total: 1,
    });
    put('word.fake', 'short');
    expect(await lsp('diagnostics', { file_path: 'word.fake' })).toMatchObject({
      diagnostics: [{ message: '5 characters' }],
    });
  });

  test('answers from outside give the path and nothing of what stands there', async () => {
    startFake();
    writeFileSync(join(workshop.project.outside, 'secret.txt'), 'SECRET\n');
    expect(await lsp('definition', word)).toEqual({
      definitions: [
        { path: join(workshop.project.outside, 'secret.txt'), line: 1, column: 1 },
        { path: 'bundled:///lib.d.ts', line: 1, column: 1 },
        { path: 'word.fake', line: 1, column: 1, text: 'old word' },
      ],
      total: 3,
    });
  });

  test('a long answer is cut, and the whole is kept', async () => {
    startFake();
    const { symbols, total, rest } = await lsp('symbols', { file_path: 'word.fake', limit: 1000 });
    expect([total, JSON.stringify(symbols).length < 51_000]).toEqual([3000, true]);
    expect(rest).toContain('output:');
  });

  test.each([
    [['edits-outside'], { status: 'blocked', code: 'outside_project' }],
    [['edits-protected'], { status: 'blocked', code: 'protected_path' }],
    [['edits-latin'], { reason: 'not_text' }],
    [['edits-nothing'], { reason: 'nothing_to_rename' }],
    [['creates'], { reason: 'moves_files' }],
    [['changes-meanwhile'], { reason: 'changed_meanwhile' }],
  ])('a rename that %j changes nothing', async (ways, ending) => {
    startFake(...ways);
    put('toolcrib.json', 'old');
    put('latin.fake', Buffer.from('old \u00E9', 'latin1'));
    writeFileSync(join(workshop.project.outside, 'secret.txt'), 'old\n');
    expect(await refused('rename', { ...word, new_name: 'new' })).toMatchObject(ending);
    expect(read('word.fake')).toBe('old word\n');
    expect(read('other.fake')).toMatch(/^old other\n/u);
    expect(read('toolcrib.json')).toBe('old');
    expect(readFileSync(join(workshop.project.outside, 'secret.txt'), 'utf8')).toBe('old\n');
    expect(existsSync(at('made'))).toBe(false);
  });

  test('a rename that cannot be written to the end is taken back', async () => {
    startFake();
    const { files } = workshop.bench;
    const parts = {
      files: {
        ...files,
        replace: (path: string, ...rest: [content: Uint8Array]) =>
          path === 'other.fake' ? Promise.reject(new Error('no')) : files.replace(path, ...rest),
      },
    };
    start({ ways: [], project: workshop.project, parts });
    expect((await refused('rename', { ...word, new_name: 'new' })).code).toBe('tool_failed');
    expect([read('word.fake'), read('other.fake')]).toEqual(['old word\n', 'old other\n']);
  });

  test('a rename asks a person first, and needs to write', async () => {
    startFake();
    expect(
      await workshop.fail({ operation: 'rename', ...word, new_name: 'new' }, { agent: 'reader' }),
    ).toMatchObject({
      code: 'permission_denied',
    });
    expect(await workshop.call({ operation: 'hover', ...word }, { agent: 'reader' })).toMatchObject({
      status: 'success',
    });
    await workshop.give({ operation: 'rename', ...word, new_name: 'new' }, { agent: 'writer' });
    expect(workshop.questions.at(-1)?.effects).toEqual([
      {
        kind: 'write',
        path: 'word.fake',
        risk: 'high',
        warning: expect.stringContaining('Every file that uses the name will be changed.'),
      },
    ]);
    expect([read('word.fake'), read('other.fake')]).toEqual(['new word\n', 'new other\n']);
  });
});

describe('where nothing contains the server', () => {
  const secret = 'hunter2-is-secret';

  beforeEach(() => {
    start({ answer: 'reject_once' });
    writeFileSync(
      join(workshop.project.outside, 'secret.ts'),
      `export const key = '${secret}';\nexport function secretName(): void { use(); }\nimport { use } from '../project/src/use.ts';\n`,
    );
    put(
      'src/use.ts',
      "import { key, secretName } from '../../outside/secret.ts';\nexport function use(): void { secretName(); }\nexport const mine: number = key;\n",
    );
  });

  test.skipIf(!hasTypeScript)('what ours has read outside is not told without a yes', async () => {
    const asked = [
      ['hover', spot('src/use.ts', 'key')],
      ['hover', spot('src/use.ts', 'mine')],
      ['diagnostics', { file_path: 'src/use.ts' }],
    ] as const;
    for (const [operation, more] of asked)
      expect(await refused(operation, more)).toMatchObject({ code: 'approval_refused' });
    expect(workshop.questions[0]).toMatchObject({
      warning: expect.stringContaining('typescript runs without a sandbox'),
    });
    const told = [
      ['workspace_symbols', { query: 'secretName', file_path: 'src/use.ts' }],
      ['call_hierarchy', spot('src/use.ts', 'use()')],
      ['definition', spot('src/use.ts', 'key')],
      ['references', spot('src/use.ts', 'use()')],
    ] as const;
    for (const [operation, more] of told) {
      const answer = JSON.stringify(await lsp(operation, more));
      expect([operation, answer]).toEqual([
        operation,
        expect.not.stringMatching(/hunter2|secretName\(\): void \{/u),
      ]);
      if (operation !== 'references') expect(answer).not.toContain('"name":"secretName"');
    }
    expect(workshop.questions).toHaveLength(asked.length);
    // It is there to be told.
    start({ project: workshop.project });
    expect(JSON.stringify(await lsp('hover', spot('src/use.ts', 'key')))).toContain(secret);
  });

  test('one that is configured may run code of the project: it is not even started without a yes', async () => {
    start({ ways: [], answer: 'reject_once' });
    put('word.fake', 'old word');
    const word = { file_path: 'word.fake', line: 1, column: 1 };
    for (const operation of ['symbols', 'definition', 'rename'])
      expect(await refused(operation, { ...word, new_name: 'x' })).toMatchObject({
        code: 'approval_refused',
      });
    expect(workshop.questions[0]?.warning).toContain('may also run code of the project');
    expect(workshop.processes()).toEqual([]);
  });

  test('one yes is enough for one server', async () => {
    start({ ways: [] });
    put('word.fake', 'old word');
    await lsp('symbols', { file_path: 'word.fake' });
    await lsp('diagnostics', { file_path: 'word.fake' });
    expect(workshop.questions).toHaveLength(1);
  });
});

describe.runIf(hasTypeScript && contained !== undefined)('in a sandbox', () => {
  test('nobody is asked, for there is nothing outside to be read', async () => {
    const project = createSampleProject();
    const { root, stateFolder } = project;
    const processes = createProcesses({ root, mode: 'best_effort', stateFolder });
    start({ project, parts: { processes }, answer: 'reject_once' });
    writeFileSync(join(project.outside, 'secret.ts'), "export const key = 'hunter2';\n");
    put('src/use.ts', "import { key } from '../../outside/secret.ts';\nexport const mine: number = key;\n");
    for (const [operation, more] of [
      ['hover', spot('src/use.ts', 'key')],
      ['diagnostics', { file_path: 'src/use.ts' }],
    ] as const)
      expect(JSON.stringify(await lsp(operation, more))).not.toContain('hunter2');
    // What the server cannot rename, no person is asked about.
    expect(await refused('rename', { ...spot('src/main.ts', 'console'), new_name: 'x' })).toMatchObject({
      reason: expect.stringMatching(/nothing_to_rename|server_refused/u),
    });
    expect(workshop.questions).toEqual([]);
    await processes.close();
  });
});

describe('a server with bad manners', () => {
  const word = { file_path: 'word.fake', line: 1, column: 1 };
  const startFake = (options: Start): void => {
    start(options);
    put('word.fake', 'old word\n');
  };

  test('one that crashes over a question gets a second chance, and no third', async () => {
    startFake({ ways: ['crashes-once'] });
    expect((await lsp('hover', word))['hover']).toContain('old word');
    startFake({ ways: ['crashes'] });
    expect(await refused('hover', word)).toMatchObject({ reason: 'server_ended' });
    expect(await lsp('symbols', { file_path: 'word.fake' })).toMatchObject({ total: 3000 });
  });

  test('one that never answers is given up, and not waited for twice at once', async () => {
    startFake({ ways: ['silent'], patience: 300 });
    const endings = await Promise.all([
      refused('hover', word),
      refused('symbols', { file_path: 'word.fake' }),
    ]);
    expect(endings.map(({ reason }) => reason)).toEqual(['server_silent', 'server_silent']);
    await expect.poll(() => workshop.processes()).toEqual([]);
  });

  test.each(['garbage', 'nonsense'])('one that sends %s is ended', async (way) => {
    startFake({ ways: [way] });
    expect(await refused('hover', word)).toMatchObject({ reason: 'server_ended' });
    await expect.poll(() => workshop.processes()).toEqual([]);
  });

  test('one that is noisy is not listened to', async () => {
    startFake({ ways: ['noisy'] });
    expect((await lsp('hover', word))['hover']).toContain('old word');
  });

  test.each(['deaf', 'hangs'])('who cancels does not wait for one that %s', async (way) => {
    startFake({ ways: [way] });
    put('word.fake', 'x'.repeat(1_000_000));
    if (way === 'hangs') await lsp('symbols', { file_path: 'word.fake' });
    const controller = new AbortController();
    const asking = workshop.call({ operation: 'hover', ...word }, { signal: controller.signal });
    await expect.poll(() => workshop.processes().length).toBeGreaterThan(0);
    controller.abort();
    expect(await asking).toMatchObject({ errorCode: 'cancelled' });
    await workshop.bench.close();
    expect(workshop.processes()).toEqual([]);
  });

  test('one that says no is quoted, without what it tries to smuggle in', async () => {
    startFake({ ways: [] });
    const { reason, error } = await refused('references', word);
    expect(reason).toBe('server_refused');
    expect(error).toContain('no textDocument/references \\u{1b}[31m');
  });

  test('one that is not there', async () => {
    startFake({ ways: [], program: '/no/such/program' });
    expect(await refused('hover', word)).toMatchObject({
      reason: 'server_not_started',
      error: expect.stringContaining('/no/such/program') as string,
    });
  });

  test('one that nobody asks is closed, and comes back', async () => {
    startFake({ ways: [], idle: 50 });
    await lsp('hover', word);
    await expect.poll(() => workshop.processes()).toEqual([]);
    expect((await lsp('hover', word))['hover']).toContain('old word');
  });

  test('the bench ends them all', async () => {
    startFake({ ways: ['hangs'] });
    const waiting = workshop.call({ operation: 'hover', ...word });
    await expect.poll(() => workshop.processes().length).toBeGreaterThan(0);
    await workshop.bench.close();
    expect(workshop.processes()).toEqual([]);
    expect(await waiting).toMatchObject({ status: 'error' });
  });
});

describe('what cannot be done', () => {
  test('a question without its parts, a file that is none, a path outside', async () => {
    start({ ways: [] });
    put('word.fake', '');
    expect(await refused('hover')).toMatchObject({ reason: 'parameter_needed' });
    expect(await refused('hover', { file_path: 'word.fake' })).toMatchObject({ reason: 'parameter_needed' });
    expect(await refused('symbols')).toMatchObject({ reason: 'parameter_needed' });
    expect(await refused('symbols', { file_path: 'nope.fake' })).toMatchObject({ reason: 'file_not_found' });
    expect(await refused('symbols', { file_path: 'src' })).toMatchObject({ reason: 'not_a_file' });
    expect(await refused('symbols', { file_path: '../x.fake' })).toMatchObject({ code: 'outside_project' });
    put('huge.fake', Buffer.alloc(11_000_000, 'x'));
    expect(await refused('symbols', { file_path: 'huge.fake' })).toMatchObject({ reason: 'too_large' });
  });

  test.each([
    {},
    { operation: 'format' },
    { operation: 'hover', file_path: 'a.ts', line: 0, column: 1 },
    { operation: 'rename', file_path: 'a.ts', line: 1, column: 1, new_name: '' },
    { operation: 'symbols', path: 'a.ts' },
  ])('the arguments %j are refused', async (input) => {
    start({ ways: [] });
    expect(await workshop.fail(input)).toMatchObject({ code: 'invalid_arguments' });
  });

  test('failures are told in Chinese, too', async () => {
    start({ ways: ['crashes'], locale: 'zh-CN' });
    put('word.fake', '');
    const word = { file_path: 'word.fake', line: 1, column: 1 };
    expect((await refused('hover', word)).error).toContain('语言服务器 fake 两次因此问题而退出');
    expect((await refused('references', word)).error).toContain('语言服务器返回');
    expect((await refused('hover')).error).toContain('hover 需要参数 file_path');
    expect((await refused('symbols', { file_path: 'README.md' })).error).toContain(
      '没有语言服务器支持 README.md',
    );
  });
});
