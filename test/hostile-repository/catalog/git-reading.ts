import type { Call } from '../calls.ts';
import { byShell, type HostileProject } from '../hostile-project.ts';
import type { Testbed } from '../testbed/testbed.ts';

const init = 'git init -q --template= . && git add -A && git commit -q -m first';

/** Turns the neighbour into a repository of the user. */
async function privateRepository(testbed: Testbed): Promise<void> {
  await testbed.shell(
    'cd ../neighbour && git init -q -b master --template= . && git add -A && git commit -q -m "private"',
  );
}

const showAll: readonly Call[] = [
  ['Git', { operation: 'show', ref: 'HEAD' }],
  ['Git', { operation: 'show', ref: 'HEAD', paths: ['private.txt'] }],
  ['Git', { operation: 'log', paths: ['private.txt'] }],
  ['Bash', { command: 'git show HEAD:private.txt' }],
  ['Bash', { command: 'git log -p' }],
  ['Bash', { command: 'git grep file-' }],
];

/** Repositories that lead git to files outside the project. */
export const gitReading: readonly HostileProject[] = [
  {
    name: 'git-file-outside',
    about: 'a .git file that leads to a repository of the user',
    async build(testbed) {
      await privateRepository(testbed);
      testbed.file('.git', 'gitdir: ../neighbour/.git\n');
    },
    calls: showAll,
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-link-outside',
    about: 'a .git that is a link to a repository of the user',
    async build(testbed) {
      await privateRepository(testbed);
      testbed.link('.git', '../neighbour/.git');
    },
    calls: showAll,
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-alternates',
    about: 'alternates that borrow the objects of a repository of the user',
    async build(testbed) {
      await privateRepository(testbed);
      await testbed.shell(
        `${init}; mkdir -p .git/objects/info; echo ../../../neighbour/.git/objects > .git/objects/info/alternates; git update-ref HEAD $(git -C ../neighbour rev-parse HEAD)`,
      );
    },
    calls: showAll,
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-links-inside',
    about: 'objects and references that are links to those of a repository of the user',
    async build(testbed) {
      await privateRepository(testbed);
      await testbed.shell(
        `${init}; rm -rf .git/objects .git/refs; ln -s ../../neighbour/.git/objects .git/objects; ln -s ../../neighbour/.git/refs .git/refs`,
      );
    },
    calls: showAll,
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-worktree-outside',
    about: 'a worktree that is a private folder of the user',
    async build(testbed) {
      await testbed.shell(
        `${init}; echo x > private.txt; git add private.txt; git config core.worktree ../../neighbour`,
      );
    },
    calls: [
      ['Git', { operation: 'diff' }],
      ['Git', { operation: 'add', paths: ['private.txt'] }],
      ['Bash', { command: 'git diff' }],
      ['Bash', { command: 'git grep file-' }],
    ],
    control: byShell('disclosed', 'git diff'),
  },
  {
    name: 'git-common-outside',
    about: 'a commondir that names a repository of the user',
    async build(testbed) {
      await privateRepository(testbed);
      await testbed.shell(`${init}; echo ../../neighbour/.git > .git/commondir`);
    },
    calls: showAll,
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-forged-worktree',
    about:
      'a work tree of a repository in the project, which names a repository of the user as the rest of itself',
    async build(testbed) {
      await privateRepository(testbed);
      testbed.file('.git', 'gitdir: made/.git/worktrees/cloned\n');
      const files = { HEAD: 'ref: refs/heads/master', gitdir: `${testbed.project}/.git` };
      const shared = { commondir: `${testbed.neighbour}/.git` };
      for (const [name, text] of Object.entries({ ...files, ...shared }))
        testbed.file(`made/.git/worktrees/cloned/${name}`, `${text}\n`);
    },
    calls: showAll,
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-settings-quote',
    about: 'settings that make git quote a private file in its error messages',
    async build(testbed) {
      const key = `${testbed.home}/.ssh/id_ed25519`;
      await testbed.shell(init);
      for (const name of ['blame.ignoreRevsFile', 'commit.template', 'mailmap.file', 'core.excludesFile'])
        await testbed.shell(`git config ${name} ${key}`);
      testbed.link('.mailmap', '../home/.ssh/id_ed25519');
    },
    control: byShell('disclosed', 'git blame README.md'),
  },
  {
    name: 'git-include-outside',
    about: 'settings that include a private file',
    async build(testbed) {
      await testbed.shell(init);
      await testbed.shell(`git config include.path ${testbed.home}/.ssh/id_ed25519`);
    },
    // A person is asked before git obeys what it includes; to ask, its settings are listed.
    mayBeReadUncontained: true,
    control: byShell('read_outside', 'git status'),
  },
  {
    name: 'git-repository-above',
    about: 'a project inside a repository of the user that holds private files, too',
    async build(testbed) {
      await testbed.shell(
        'cd .. && git init -q --template= . && git add -f cloned neighbour && git commit -q -m private',
      );
    },
    calls: [
      ['Git', { operation: 'show', ref: 'HEAD', paths: ['neighbour/private.txt'] }],
      ['Git', { operation: 'log', repository: '..' }],
      ['Bash', { command: 'git show HEAD:neighbour/private.txt' }],
      ['Bash', { command: 'git log -p' }],
      ['Bash', { command: 'git grep file- -- :/' }],
      ['Bash', { command: 'git -C .. show' }],
    ],
    control: byShell('disclosed', 'git log -p'),
  },
  {
    name: 'git-attributes-link',
    about: 'links to private files among those that git reads for itself',
    async build(testbed) {
      await testbed.shell(init);
      for (const name of ['.gitattributes', '.gitignore', '.gitmodules', 'sub/.gitignore'])
        testbed.link(name, name.startsWith('sub') ? '../../home/.ssh/id_ed25519' : '../home/.ssh/id_ed25519');
      testbed.link('.git/info', '../../home/.ssh');
    },
    mayBeReadUncontained: true,
    control: byShell('disclosed', 'cat .gitattributes'),
  },
];
