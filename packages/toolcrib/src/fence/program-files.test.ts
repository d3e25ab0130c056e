import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { programFilesOf } from './program-files.ts';

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-programs-')));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function put(name: string, content = ''): string {
  const path = join(cwd, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** What is found for a command line, from the project. */
function found(command: string, ...args: string[]): readonly string[] {
  return programFilesOf({ command, args, cwd, project: cwd }).files.map((path) => relative(cwd, path));
}

/** What must not be written besides. */
function guarded(command: string, ...args: string[]): readonly string[] {
  return programFilesOf({ command, args, cwd, project: cwd }).guarded.map((path) => relative(cwd, path));
}

describe('the program itself', () => {
  test('counts when it is named by a path', () => {
    put('bin/server', 'ELF');
    expect(found('bin/server', '--port', '80')).toEqual(['bin/server']);
    expect(found(join(cwd, 'bin/server'))).toEqual(['bin/server']);
  });

  test('counts when its name leads into the project', () => {
    chmodSync(put('tools/server', 'ELF'), 0o755);
    const before = process.env['PATH'];
    process.env['PATH'] = `${join(cwd, 'tools')}:${before}`;
    try {
      expect(found('server')).toEqual(['tools/server']);
    } finally {
      process.env['PATH'] = before;
    }
  });

  test('is told by its real path, once, and the links to it are guarded', () => {
    put('real/server', 'ELF');
    symlinkSync('real', join(cwd, 'link'));
    expect(found('./link/server', 'real/server.js')).toEqual(['real/server']);
    expect(guarded('./link/server')).toEqual(['link']);
  });

  test('is guarded where it is not, and would be found', () => {
    const before = process.env['PATH'];
    process.env['PATH'] = `${join(cwd, 'tools')}:./bin:${before}:${join(cwd, 'late')}`;
    try {
      expect(guarded('sh', 'x')).toEqual(['bin/sh', 'tools/sh']);
      expect(guarded('./missing')).toEqual(['missing']);
    } finally {
      process.env['PATH'] = before;
    }
  });

  test('of a virtual environment comes with all of it', () => {
    put('.venv/pyvenv.cfg');
    put('.venv/bin/helper');
    mkdirSync(join(cwd, '.venv/bin'), { recursive: true });
    symlinkSync('/bin/sh', join(cwd, '.venv/bin/python'));
    expect(found('.venv/bin/python', '-V')).toEqual(['.venv/pyvenv.cfg']);
    expect(guarded('.venv/bin/python', '-V')).toEqual(['.venv']);
  });

  test('does not count when the system brings it', () => {
    expect(found('sh', '-c', 'true')).toEqual([]);
    expect(found(process.execPath, '--version')).toEqual([]);
    expect(found('no-such-program')).toEqual([]);
  });
});

describe('an interpreter', () => {
  test.each([
    ['node', ['server.js', 'data.db']],
    ['node', ['--no-warnings', '--max-old-space-size=100', 'server.js', 'data.db']],
    ['/usr/bin/python3.12', ['-u', 'server.js']],
    ['env', ['-i', 'KEY=value', 'node', 'server.js']],
    ['timeout', ['5', 'node', 'server.js']],
    ['npx', ['-y', 'tsx', 'server.js']],
    ['sh', ['-c', 'cd . && exec node server.js']],
    ['bun', ['run', 'server.js']],
    ['deno', ['run', '--allow-all', 'server.js']],
    ['uv', ['run', 'server.js']],
  ])('%s is told what to run by %j', (command, args) => {
    put('server.js');
    put('data.db');
    expect(found(command, ...args)).toEqual(['server.js']);
  });

  test('loads what comes before the script', () => {
    for (const name of ['a.mjs', 'b.cjs', 'c.mjs', 'main.js']) put(name);
    const url = pathToFileURL(join(cwd, 'c.mjs')).href;
    expect(found('node', '--import', './a.mjs', '--require=./b.cjs', `--import=${url}`, 'main')).toEqual([
      'a.mjs',
      'b.cjs',
      'c.mjs',
      'main.js',
    ]);
  });

  test('takes a folder with what it begins with', () => {
    put('server/package.json', '{ "main": "lib/start" }');
    put('server/lib/start.js');
    expect(found('node', 'server')).toEqual(['server/lib/start.js', 'server/package.json']);
  });

  test('takes a module of Python', () => {
    put('tools/__init__.py');
    put('tools/serve/__main__.py', 'from . import other\nfrom ..shared import words');
    put('tools/serve/other.py');
    put('tools/shared.py');
    expect(found('python3', '-m', 'tools.serve')).toEqual([
      'tools/serve/__main__.py',
      'tools/serve/other.py',
      'tools/shared.py',
    ]);
  });

  test('is led astray by no file that would be taken before', () => {
    put('server/index.js', 'require("./late"); require("./folder");');
    put('server/late.json');
    put('server/folder/index.js');
    expect(guarded('node', 'server')).toEqual(
      [
        'server.cjs',
        ...['js', 'json', 'jsx', 'mjs', 'mts', 'node', 'py', 'ts', 'tsx', 'cts'].map(
          (each) => `server.${each}`,
        ),
        ...['', '.cjs', '.cts', '.js', '.jsx', '.mjs', '.mts', '.ts', '.tsx'].map(
          (each) => `server/late${each}`,
        ),
        ...['.cjs', '.cts', '.js', '.json', '.jsx', '.mjs', '.mts', '.node', '.py', '.ts', '.tsx'].map(
          (each) => `server/folder${each}`,
        ),
      ].toSorted(),
    );
  });

  test('of Python can be led astray by any module beside it', () => {
    put('tools/server.py', 'import json');
    const { importable } = programFilesOf({
      command: 'python3',
      args: ['tools/server.py'],
      cwd,
      project: cwd,
    });
    expect(importable).toEqual([join(cwd, 'tools')]);
  });
});

describe('what a script takes in from beside it', () => {
  test('counts, and so on', () => {
    put('src/server.ts', `import { a } from './a.js';\nconst b = await import("../b.mjs");\nimport 'zod';`);
    put('src/a.ts', `export * from './deep';`);
    put('src/deep/index.ts', `import '../server.js';`);
    put('b.mjs');
    put('src/unrelated.ts');
    expect(found('npx', 'tsx', 'src/server.ts')).toEqual([
      'b.mjs',
      'src/a.ts',
      'src/deep/index.ts',
      'src/server.ts',
    ]);
  });

  test('counts for Python and shells', () => {
    put('server.py', 'import os, helper\nfrom package.inner import thing');
    put('helper.py');
    put('package/inner.py');
    put('start.sh', '#!/bin/sh\n. ./settings\nexec python3 "$DIR/server.py"');
    put('settings');
    expect(found('./start.sh')).toEqual([
      'helper.py',
      'package/inner.py',
      'server.py',
      'settings',
      'start.sh',
    ]);
  });
});

describe('a package runner', () => {
  beforeEach(() => {
    put('node_modules/@acme/server/package.json', '{ "bin": { "acme": "dist/cli.js" } }');
    put('node_modules/@acme/server/dist/cli.js', '#!/usr/bin/env node\nrequire("./tools");');
    put('node_modules/@acme/server/dist/tools.js');
    mkdirSync(join(cwd, 'node_modules/.bin'));
    symlinkSync('../@acme/server/dist/cli.js', join(cwd, 'node_modules/.bin/acme'));
  });
  const installed = ['dist/cli.js', 'dist/tools.js', 'package.json'].map(
    (each) => `node_modules/@acme/server/${each}`,
  );

  test.each([
    ['npx', ['-y', '@acme/server@1.2.3', 'data']],
    ['npx', ['acme']],
    ['npx', ['--package=@acme/server', 'acme']],
    ['npm', ['exec', '--', '@acme/server']],
    ['pnpm', ['exec', 'acme']],
    ['bunx', ['@acme/server']],
    ['node_modules/.bin/acme', []],
  ])('%s finds with %j what is installed', (command, args) => {
    expect(found(command, ...args)).toEqual(installed);
  });

  test('runs a script of the package', () => {
    put('package.json', '{ "scripts": { "serve": "acme --all && node extra.js" } }');
    put('extra.js');
    expect(found('npm', 'run', 'serve')).toEqual(['extra.js', ...installed, 'package.json']);
  });

  test('finds nothing that is not installed, and guards where it would be', () => {
    expect(found('npx', '-y', 'some-server@latest')).toEqual([]);
    expect(guarded('npx', '-y', 'some-server@latest')).toEqual([
      'node_modules/.bin/some-server',
      'node_modules/.bin/some-server.cmd',
      'node_modules/some-server',
    ]);
  });

  test('takes along what the package depends on, wherever that would be found', () => {
    put(
      'node_modules/@acme/server/package.json',
      '{ "bin": "dist/cli.js", "dependencies": { "left": "1", "gone": "1" }, "peerDependencies": { "zod": "4" } }',
    );
    put('node_modules/left/package.json', '{ "dependencies": { "@acme/server": "1" } }');
    put('node_modules/@acme/server/node_modules/zod/package.json', '{}');
    expect(guarded('npx', 'acme')).toEqual([
      'node_modules/.bin/acme',
      'node_modules/.bin/acme.cmd',
      'node_modules/@acme/node_modules/gone',
      'node_modules/@acme/node_modules/left',
      'node_modules/@acme/server',
      'node_modules/acme',
      'node_modules/gone',
      'node_modules/left',
    ]);
  });
});

describe('a hostile project', () => {
  test('with scripts that name each other is looked at up to a limit', () => {
    const names = Array.from({ length: 60 }, (_, at) => `s${at}`);
    const line = names.map((name) => `npm run ${name}`).join(' && ');
    put('package.json', JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, line])) }));
    const { truncated, files } = programFilesOf({ command: 'npm', args: ['run', 's0'], cwd, project: cwd });
    expect({ truncated, files }).toEqual({ truncated: true, files: [join(cwd, 'package.json')] });
  });

  test('with thousands of modules and packages is looked at up to a limit', () => {
    const many = Array.from({ length: 1500 }, (_, at) => at);
    put('server.js', many.map((at) => `import './m${at}.js'; import 'p${at}';`).join('\n'));
    for (const at of many) put(`m${at}.js`);
    const {
      truncated,
      files,
      guarded: held,
    } = programFilesOf({
      command: 'node',
      args: ['server.js'],
      cwd,
      project: cwd,
    });
    expect(truncated).toBe(true);
    expect([files.length, held.length <= 5000]).toEqual([1000, true]);
  });

  test('whose descriptions are nonsense adds nothing', () => {
    put(
      'node_modules/acme/package.json',
      '{ "bin": { "a": 1, "b": "../../../../etc/passwd" }, "main": [], "dependencies": [1] }',
    );
    put('package.json', '[[[[');
    expect(found('npx', 'acme')).toEqual([]);
    expect(found('npm', 'run', 'serve')).toEqual([]);
    put('package.json', '{ "scripts": { "serve": ["node server.js"] } }');
    expect(found('npm', 'run', 'serve')).toEqual(['package.json']);
  });
});

test('what is no regular file is never waited for', () => {
  execFileSync('mkfifo', [join(cwd, 'server.js')]);
  put('index.js', `import './server.js'; import './nowhere.js'; import '/dev/zero';`);
  expect(found('node', 'server.js')).toEqual([]);
  expect(found('node', 'index.js')).toEqual(['index.js']);
});
