import { launchBrowser } from '../../console/launch-browser.ts';
import { byNaiveProgram, byShell, type HostileProject } from '../hostile-project.ts';
import { watchPage } from '../interfaces/console.ts';
import type { Testbed } from '../testbed/testbed.ts';

const steeringNames = [
  '\u001B[2J\u001B]0;owned\u0007.txt',
  'line\nbreak TODO.txt',
  'safe\u202Etxt.sh',
  '\u009B31m.md',
  '-rf',
  '--output=x',
  '$(payload.sh)',
  '`payload.sh`',
  'it\'s "here"; ./payload.sh;',
  '\u0007bell',
  ' lead',
  'trail ',
];

const markup = ({ port }: Testbed): string =>
  `<img src="http://127.0.0.1:${port}/x" onerror="alert(1)"><script>alert(2)</script>`;

/** Files that do harm when they are listed, read, searched or shown. */
export const files: readonly HostileProject[] = [
  {
    name: 'names-that-steer',
    about: 'file names with escape sequences, line breaks and characters that reverse text',
    async build(testbed) {
      for (const name of steeringNames) testbed.file(name, `TODO in ${JSON.stringify(name)}\n`);
      testbed.file(`sub/${steeringNames[0]}/deep.txt`, 'TODO\n');
      await testbed.shell(
        'git init -q . && git add -A && git commit -q -m "$(printf \'\\033[2Jtitle\')" && git branch "$(printf \'b\\342\\200\\256x\')" && echo >> -- -rf',
      );
    },
    calls: [
      ['Bash', { command: 'ls' }],
      ['Git', { operation: 'log' }],
      ['Read', { file_path: '$(payload.sh)' }],
      ['Grep', { pattern: 'TODO', glob: '*' }],
    ],
    atTerminal: [
      ['call', 'Glob', 'pattern=**/*'],
      ['call', 'Bash', 'command=ls'],
      ['call', 'Git', 'operation=log'],
    ],
    control: byShell('terminal_injection', 'ls --show-control-chars'),
  },
  {
    name: 'markup-in-names',
    about: 'markup with scripts in names of agents, rules, servers and tools, which the console shows',
    build(testbed) {
      const name = markup(testbed);
      testbed.file('toolcrib.json', {
        agents: { [name]: { permission: 'read_only' }, user: { rules: [{ decision: 'ask', tool: name }] } },
        rules: [{ decision: 'deny', tool: 'helper', reason: name }],
        mcpServers: { [name]: { command: name, disabled: true }, other: { command: name } },
        plugins: { [name]: { file: name } },
        recommend: { blacklist: [name] },
        locale: name,
      });
    },
    calls: [['Read', { file_path: '<img src=x onerror=alert(1)>' }]],
    control: {
      effect: 'executed',
      async run(testbed) {
        const browser = await launchBrowser();
        const page = await browser.newPage();
        watchPage(page, testbed, 'about:blank');
        await page.setContent(`<ul><li>${markup(testbed)}</ul>`);
        await browser.close();
      },
    },
  },
  {
    name: 'pipes-and-devices',
    about: 'named pipes and devices among the sources',
    async build(testbed) {
      await testbed.shell(
        'mkfifo src/pipe.txt README.md.pipe new.txt; mknod src/zero.txt c 1 5 2>/dev/null || true',
      );
    },
    calls: [
      ['Read', { file_path: 'src/pipe.txt' }],
      ['Read', { file_path: 'src/zero.txt' }],
      ['Grep', { pattern: 'x', path: 'src/pipe.txt' }],
      ['Edit', { file_path: 'src/pipe.txt', old_string: 'a', new_string: 'b' }],
    ],
    control: byShell('hung', 'cat src/pipe.txt', 500),
  },
  {
    name: 'endless-file',
    about: 'a file of a terabyte that takes no room, and a line of 20 MB',
    async build(testbed) {
      testbed.file('src/line.txt', `TODO ${'x'.repeat(20_000_000)}`);
      await testbed.shell('truncate -s 1T src/large.txt');
    },
    calls: [
      ['Read', { file_path: 'src/large.txt' }],
      ['Read', { file_path: 'src/line.txt' }],
      ['Edit', { file_path: 'src/large.txt', old_string: 'a', new_string: 'b' }],
    ],
    control: byShell('hung', 'wc -l src/large.txt', 1000),
  },
  {
    name: 'ignore-patterns',
    about: 'ignore files with patterns that take exponential time to match',
    build(testbed) {
      const pattern = `${'*a'.repeat(40)}*b\n`;
      for (const name of ['.gitignore', '.ignore', '.rgignore', 'src/.gitignore'])
        testbed.file(name, pattern.repeat(20));
      testbed.file(`src/${'a'.repeat(120)}`, 'TODO\n');
    },
    control: byNaiveProgram(
      'hung',
      `const [glob] = require('node:fs').readFileSync('.gitignore', 'utf8').split('\\n');
      new RegExp('^' + glob.replaceAll('*', '.*') + '$').test('a'.repeat(120))`,
      1500,
    ),
  },
  {
    name: 'ripgrep-settings',
    about:
      'settings for ripgrep that run a program for each file, for users who name them by a relative path',
    build(testbed) {
      testbed.file(
        '.ripgreprc',
        `--pre=${testbed.payload}\n--hostname-bin=${testbed.payload}\n--follow\n--hidden\n`,
      );
      testbed.environment['RIPGREP_CONFIG_PATH'] = '.ripgreprc';
    },
    control: byShell('executed', 'sed -n "s/^--pre=//p" "$RIPGREP_CONFIG_PATH" | sh'),
  },
  {
    name: 'language-server-plugins',
    about: 'plugins and configuration code for TypeScript, ESLint and other tools that editors load',
    build(testbed) {
      const run = `require('node:child_process').execFileSync(${JSON.stringify(testbed.payload)}); module.exports = () => ({ create: (info) => info.languageService });`;
      testbed.file('tsconfig.json', {
        compilerOptions: { plugins: [{ name: 'odd' }, { name: '../odd' }] },
        extends: './node_modules/odd/tsconfig.json',
      });
      testbed.file('node_modules/odd/package.json', { name: 'odd', main: 'index.js' });
      testbed.file('node_modules/odd/index.js', run);
      testbed.file('node_modules/odd/tsconfig.json', {});
      const configurations = [
        'eslint.config.cjs',
        '.eslintrc.cjs',
        'prettier.config.cjs',
        'babel.config.cjs',
      ];
      for (const name of [...configurations, 'vite.config.cjs', 'jest.config.cjs']) testbed.file(name, run);
      for (const name of ['typescript', 'typescript-language-server', 'eslint'])
        plantServer(testbed, name, run);
    },
    calls: [
      ['LSP', { operation: 'diagnostics', file_path: 'src/main.ts' }],
      ['LSP', { operation: 'symbols', file_path: 'src/main.ts' }],
    ],
    control: byShell('executed', 'node -e "require(\'typescript\')"'),
  },
];

/** A package of the project in place of one that language servers load. */
function plantServer(testbed: Testbed, name: string, run: string): void {
  const folder = `node_modules/${name}`;
  testbed.file(`${folder}/package.json`, {
    name,
    version: '5.9.0',
    main: 'lib/typescript.js',
    bin: { tsc: './bin/tsc', tsserver: './bin/tsserver' },
  });
  for (const file of ['typescript.js', 'tsserver.js', 'tsserverlibrary.js'])
    testbed.file(`${folder}/lib/${file}`, run);
  for (const file of ['tsc', 'tsserver']) testbed.file(`${folder}/bin/${file}`, run, 0o755);
}
