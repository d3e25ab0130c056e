import { describe, expect, test } from 'vitest';
import { commands as allCommands } from '../../packages/toolcrib/src/cli/commands.ts';
import { launchBrowser } from '../console/launch-browser.ts';
import { commonCalls } from './calls.ts';
import { hostileProjects } from './hostile-projects.ts';
import { commonCommands } from './interfaces/commands.ts';
import { watchPage } from './interfaces/console.ts';
import { interfaceNames, interfaces, type InterfaceName, type Visit } from './open-project.ts';
import type { EffectKind } from './testbed/effects.ts';
import { Testbed } from './testbed/testbed.ts';

/** Milliseconds, for busy machines. */
const timeout = 120_000;

const destroy = { command: 'rm -rf src' };
const visit: Visit = {
  calls: [
    ['Read', { file_path: 'README.md' }],
    ['Bash', destroy],
  ],
  commands: [['list'], ['call', 'Read', 'file_path=README.md'], ['call', 'Bash', 'command=rm -rf src']],
  atTerminal: [],
};

const configuration = {
  sandbox: 'off',
  rules: [{ decision: 'allow', tool: 'Bash', arguments: destroy }],
};

/** What the visit does in a project that nobody has trusted, and what was said. */
async function openUntrusted(
  name: InterfaceName,
): Promise<{ readonly said: string; readonly kinds: readonly EffectKind[] }> {
  const testbed = await Testbed.open();
  try {
    testbed.file('toolcrib.json', configuration);
    testbed.begin();
    const said = await interfaces[name](testbed, visit);
    return { said, kinds: testbed.effects().map(({ kind }) => kind) };
  } finally {
    testbed.close();
  }
}

/** The console only looks, and shows no contents of files. */
const calling = interfaceNames.filter((name) => name !== 'console');

describe.concurrent('what the suite notices', () => {
  test.each(calling)(
    '%s reaches the project, and says that it runs restricted',
    { timeout },
    async (name) => {
      const { said, kinds } = await openUntrusted(name);
      expect(said).toContain('A project to try out.');
      expect(said).toMatch(/toolcrib trust/u);
      expect(kinds).toEqual([]);
    },
  );

  test('what a trusted project may do happens through every interface, and is noticed', {
    timeout,
  }, async () => {
    const testbed = await Testbed.open();
    try {
      testbed.file('toolcrib.json', configuration);
      await testbed.toolcrib(['trust', '--yes']);
      for (const name of calling) {
        testbed.file('src/work.txt', 'work\n');
        testbed.begin();
        await interfaces[name](testbed, {
          ...visit,
          calls: [['Bash', destroy]],
          commands: visit.commands.slice(-1),
        });
        expect([name, testbed.effects().map(({ kind }) => kind)]).toEqual([name, ['destroyed']]);
      }
    } finally {
      testbed.close();
    }
  });

  test('the console shows that the project runs restricted', { timeout }, async () => {
    const { said, kinds } = await openUntrusted('console');
    expect(said).toMatch(/toolcrib trust/u);
    expect(kinds).toEqual([]);
  });

  test('a page that runs a script or asks somebody else is noticed', { timeout }, async () => {
    const testbed = await Testbed.open();
    const browser = await launchBrowser();
    try {
      testbed.begin();
      const page = await browser.newPage();
      watchPage(page, testbed, 'http://127.0.0.1:9');
      await page.setContent(`<script>alert(1)</script><img src="http://127.0.0.1:${testbed.port}/">`);
      expect(new Set(testbed.effects().map(({ kind }) => kind))).toEqual(new Set(['executed', 'connected']));
    } finally {
      await browser.close();
      testbed.close();
    }
  });

  test('a grant, a token and an acceptance that the user did not give are noticed', { timeout }, async () => {
    const testbed = await Testbed.open();
    try {
      testbed.file('toolcrib.json', { sandbox: 'off' });
      testbed.begin();
      await testbed.toolcrib(['grants', 'add', 'Write']);
      await testbed.toolcrib(['token', 'create', '--name', 'other']);
      await testbed.toolcrib(['trust', '--yes']);
      const effects = testbed.effects();
      expect(effects.map(({ kind }) => kind)).toEqual(['granted', 'granted', 'granted']);
      testbed.acceptAuthority();
      expect(testbed.effects()).toEqual([]);
    } finally {
      testbed.close();
    }
  });

  test('a call that the person at the service denies is answered as refused', { timeout }, async () => {
    const testbed = await Testbed.open();
    try {
      testbed.begin();
      const said = await interfaces.serve(testbed, { ...visit, calls: [['Bash', destroy]] });
      expect(said.includes('"error_code":"approval_refused"')).toBe(true);
      expect(testbed.effects()).toEqual([]);
    } finally {
      testbed.close();
    }
  });
});

test('at least 40 projects, each with a name of its own', () => {
  expect(hostileProjects.length).toBeGreaterThanOrEqual(40);
  expect(new Set(hostileProjects.map(({ name }) => name)).size).toBe(hostileProjects.length);
});

test('every command is among those that are run, and every tool among those that are called', () => {
  // Interfaces of their own.
  const apart = ['serve', 'mcp', 'execute_tool'];
  const run = new Set(
    [...commonCommands, ...hostileProjects.flatMap(({ commands = [] }) => commands)].map(([name]) => name),
  );
  expect([...allCommands.keys()].filter((name) => !run.has(name) && !apart.includes(name))).toEqual([]);
  const tools = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Search', 'Bash', 'Git', 'LSP', 'Terminal'];
  const called = new Set(commonCalls.map(([tool]) => tool));
  expect(tools.filter((tool) => !called.has(tool))).toEqual([]);
});
