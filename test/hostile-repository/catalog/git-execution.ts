import { byShell, type HostileProject } from '../hostile-project.ts';
import type { Testbed } from '../testbed/testbed.ts';

const init = 'git init -q --template= . && git add -A && git commit -q -m first';

/** A repository with settings of its own, as it comes in an archive or on a shared disk. */
function repository(settings: (testbed: Testbed) => string, after = 'true') {
  return async (testbed: Testbed): Promise<void> => {
    await testbed.shell(init);
    testbed.file('.git/settings', settings(testbed));
    await testbed.shell(
      `cat .git/settings >> .git/config; rm .git/settings; ${after.replaceAll('PAYLOAD', testbed.payload)}`,
    );
  };
}

const section =
  (name: string, key: string) =>
  (testbed: Testbed): string =>
    `[${name}]\n\t${key} = ${testbed.payload}\n`;

/** Repositories that make git run programs. */
const repositories: readonly HostileProject[] = [
  {
    name: 'git-fsmonitor',
    about: 'a file system monitor',
    build: repository(section('core', 'fsmonitor')),
    control: byShell('executed', 'git status'),
  },
  {
    name: 'git-hooks',
    about: 'hooks of every name',
    build: repository(
      () => '',
      'mkdir -p .git/hooks; for hook in post-index-change pre-commit commit-msg prepare-commit-msg post-commit post-checkout post-merge pre-push reference-transaction fsmonitor-watchman pre-auto-gc; do cp PAYLOAD .git/hooks/$hook; done; touch README.md',
    ),
    control: byShell('executed', 'git add -A; git commit -q --allow-empty -m x'),
  },
  {
    name: 'git-hooks-folder',
    about: 'hooks in a folder of the project that core.hooksPath names',
    build: repository(
      () => '[core]\n\thooksPath = hooks\n',
      'mkdir hooks; for hook in post-index-change pre-commit reference-transaction; do cp PAYLOAD hooks/$hook; done; touch README.md',
    ),
    control: byShell('executed', 'git commit -q --allow-empty -m x'),
  },
  {
    name: 'git-external-diff',
    about: 'an external diff program',
    build: repository(section('diff', 'external'), 'echo more >> README.md'),
    control: byShell('executed', 'git diff'),
  },
  {
    name: 'git-textconv',
    about: 'a text conversion for comparisons',
    build: repository(
      section('diff "odd"', 'textconv'),
      "echo '* diff=odd' > .gitattributes; echo more >> README.md",
    ),
    control: byShell('executed', 'git diff'),
  },
  {
    name: 'git-diff-command',
    about: 'a diff driver, assigned by attributes inside the repository',
    build: repository(
      section('diff "odd"', 'command'),
      "mkdir -p .git/info; echo '* diff=odd' > .git/info/attributes; echo more >> README.md",
    ),
    control: byShell('executed', 'git diff'),
  },
  {
    name: 'git-filters',
    about: 'clean, smudge and process filters',
    build: repository(
      (testbed) =>
        `[filter "odd"]\n\tclean = ${testbed.payload}\n\tsmudge = ${testbed.payload}\n\trequired\n[filter "lfs"]\n\tprocess = ${testbed.payload}\n`,
      "printf '*.md filter=odd\\n*.ts filter=lfs\\n' > .gitattributes; touch README.md; echo >> README.md",
    ),
    control: byShell('executed', 'git status; git diff; git add -A'),
  },
  {
    name: 'git-alias',
    about: 'aliases that run programs, one with the name of a command',
    build: repository((testbed) => `[alias]\n\tst = !${testbed.payload}\n\tlog = !${testbed.payload}\n`),
    calls: [['Bash', { command: 'git st' }]],
    control: byShell('executed', 'git st'),
  },
  {
    name: 'git-pager',
    about: 'a pager',
    build: repository(
      (testbed) =>
        `[core]\n\tpager = ${testbed.payload}\n[pager]\n\tlog = ${testbed.payload}\n\tstatus = ${testbed.payload}\n`,
    ),
    calls: [['Bash', { command: 'git --paginate log' }]],
    control: byShell('executed', 'script -qc "git log" /dev/null'),
  },
  {
    name: 'git-remotes',
    about: 'remotes that are programs, and programs for their transport',
    build: repository(
      (testbed) =>
        `[core]\n\tsshCommand = ${testbed.payload}\n\tgitProxy = ${testbed.payload}\n[protocol "ext"]\n\tallow = always\n[remote "origin"]\n\turl = ext::${testbed.payload}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\tuploadpack = ${testbed.payload}\n`,
    ),
    calls: [
      ['Git', { operation: 'pull' }],
      ['Git', { operation: 'push' }],
    ],
    control: byShell('executed', 'git fetch'),
  },
  {
    name: 'git-credentials',
    about: 'a credential helper, and a remote that wants credentials',
    build: repository(
      (testbed) =>
        `[credential]\n\thelper = !${testbed.payload}\n[core]\n\taskPass = ${testbed.payload}\n[remote "origin"]\n\turl = http://127.0.0.1:${testbed.port}/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    ),
    control: byShell('executed', "git credential fill <<< $'protocol=http\\nhost=127.0.0.1\\n'"),
  },
  {
    name: 'git-remote-address',
    about: 'a remote on the server of the attacker, as every clone has one',
    build: repository(
      (testbed) =>
        `[remote "origin"]\n\turl = http://127.0.0.1:${testbed.port}/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[http]\n\textraHeader = x: y\n[url "http://127.0.0.1:${testbed.port}/"]\n\tinsteadOf = https://\n`,
    ),
    control: byShell('connected', 'git fetch'),
  },
  {
    name: 'git-signatures',
    about: 'a program that verifies signatures, and a log that shows them',
    build: repository(
      (testbed) =>
        `[gpg]\n\tprogram = ${testbed.payload}\n[gpg "ssh"]\n\tprogram = ${testbed.payload}\n[log]\n\tshowSignature = true\n`,
      "c=$(git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n -----END PGP SIGNATURE-----' | git hash-object -t commit -w --stdin --literally); git update-ref HEAD $c",
    ),
    control: byShell('executed', 'git log'),
  },
  {
    name: 'git-commit-settings',
    about: 'an editor and a signing program for commits',
    build: repository(
      (testbed) =>
        `[core]\n\teditor = ${testbed.payload}\n[sequence]\n\teditor = ${testbed.payload}\n[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${testbed.payload}\n`,
    ),
    control: byShell('executed', 'git commit -q --allow-empty -m x'),
  },
  {
    name: 'git-include',
    about: 'settings in included files',
    build: repository(
      (testbed) =>
        `[include]\n\tpath = ../more\n[includeIf "gitdir:${testbed.project}/"]\n\tpath = ../more\n`,
      "printf '[core]\\n\\tfsmonitor = PAYLOAD\\n' > more",
    ),
    control: byShell('executed', 'git status'),
  },
  {
    name: 'git-worktree-settings',
    about: 'settings for the worktree alone',
    build: repository(
      () => '[extensions]\n\tworktreeConfig = true\n[core]\n\trepositoryformatversion = 1\n',
      "printf '[core]\\n\\tfsmonitor = PAYLOAD\\n' > .git/config.worktree",
    ),
    control: byShell('executed', 'git status'),
  },
  {
    name: 'git-common-folder',
    about: 'settings in the folder that commondir names',
    build: repository(
      () => '',
      "mkdir fake; cp -r .git/objects .git/refs .git/HEAD fake; printf '[core]\\n\\tfsmonitor = PAYLOAD\\n' > fake/config; echo ../fake > .git/commondir",
    ),
    control: byShell('executed', 'git status'),
  },
  {
    name: 'git-file',
    about: 'a .git file that leads to a folder of the project',
    build: repository(section('core', 'fsmonitor'), 'mv .git real; echo "gitdir: real" > .git'),
    control: byShell('executed', 'git status'),
  },
  {
    name: 'git-bare-inside',
    about: 'bare repositories among the files',
    async build(testbed) {
      await testbed.shell(init);
      await testbed.shell(
        `git init -q --bare inner && printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tworktree = ..\\n\\tfsmonitor = ${testbed.payload}\\n' > inner/config`,
      );
      await testbed.shell(`mkdir -p deep && cp -r inner/* deep/`);
    },
    calls: [
      ['Git', { operation: 'status', repository: 'inner' }],
      ['Git', { operation: 'log', repository: 'deep' }],
      ['Bash', { command: 'cd inner && git status' }],
    ],
    control: byShell('executed', 'cd inner && git status'),
  },
  {
    name: 'git-nested',
    about: 'a nested repository, and a gitlink to it in the index',
    async build(testbed) {
      await testbed.shell(
        `git init -q --template= nested && git -C nested commit -q --allow-empty -m x && ${init}; printf '[core]\\n\\tfsmonitor = ${testbed.payload}\\n' >> nested/.git/config`,
      );
    },
    calls: [
      ['Git', { operation: 'status', repository: 'nested' }],
      ['Git', { operation: 'diff', repository: 'nested' }],
    ],
    control: byShell('executed', 'git status'),
  },
  {
    name: 'git-submodules',
    about: 'submodules whose update, address and own settings are programs',
    build: repository(
      (testbed) =>
        `[submodule "odd"]\n\turl = ext::${testbed.payload}\n\tupdate = !${testbed.payload}\n\tactive = true\n[submodule]\n\trecurse = true\n[diff]\n\tsubmodule = diff\n`,
      "git init -q --template= odd && git -C odd commit -q --allow-empty -m x && git add odd && printf '[submodule \"odd\"]\\n\\tpath = odd\\n\\turl = ext::PAYLOAD\\n' > .gitmodules && git add .gitmodules && git commit -q -m y; git -C odd commit -q --allow-empty -m z; printf '[core]\\n\\tfsmonitor = PAYLOAD\\n' >> odd/.git/config; mkdir -p .git/modules; mv odd/.git .git/modules/odd; echo 'gitdir: ../.git/modules/odd' > odd/.git",
    ),
    calls: [
      ['Git', { operation: 'pull' }],
      ['Bash', { command: 'git submodule update' }],
    ],
    control: byShell('executed', 'git submodule update'),
  },
];

/**
 * Bash lets git start them inside the sandbox, which contains them. Where the checks are alone, nothing may start: Bash keeps git
 * from it, and the Git tool does so everywhere.
 */
export const gitExecution: readonly HostileProject[] = repositories.map((project) => ({
  ...project,
  mayRunInSandbox: true,
}));
