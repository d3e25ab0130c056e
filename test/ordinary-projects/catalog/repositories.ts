import type { OrdinaryProject } from '../ordinary-project.ts';

const source = 'src/main.ts';
const files = { [source]: "export const value = 'needle';\n" };
const person = '-c user.name=x -c user.email=x@example.com';

export const repositories: readonly OrdinaryProject[] = [
  {
    name: 'git-worktree',
    about: 'a linked work tree of a repository elsewhere',
    files,
    finish: 'git branch topic && git worktree add -q ../linked topic',
    opened: '../linked',
    source,
  },
  {
    name: 'git-bare-and-worktrees',
    about: 'work trees beside a bare repository',
    files,
    finish:
      'git clone -q --bare . ../all/.bare && git -C ../all/.bare worktree add -q ../main HEAD && git -C ../all/.bare config user.name x && git -C ../all/.bare config user.email x@example.com',
    opened: '../all/main',
    source,
  },
  {
    name: 'git-subfolder',
    about: 'a package of a repository, opened alone',
    files: { 'packages/a/src/main.ts': files[source], 'packages/b/src/main.ts': 'export {};\n' },
    opened: 'packages/a',
    repository: 'above',
    source,
  },
  {
    name: 'git-submodule',
    about: 'a repository with a submodule',
    files,
    finish: `git init -q ../library && (cd ../library && echo x > x.ts && git add -A && git ${person} commit -qm x) && git -c protocol.file.allow=always submodule --quiet add ../library library && git commit -qm second`,
    source,
  },
  {
    name: 'git-in-submodule',
    about: 'a submodule, opened alone',
    files,
    finish: `git init -q ../above && (cd ../above && git -c protocol.file.allow=always submodule --quiet add ../project part && git ${person} commit -qm x && git -C part config user.name x && git -C part config user.email x@example.com)`,
    opened: '../above/part',
    repository: 'elsewhere',
    source,
  },
  {
    name: 'git-shallow',
    about: 'a shallow clone with a detached head',
    files,
    finish: `git ${person} commit -q --allow-empty -m second && git clone -q --depth 1 "file://$PWD" ../shallow && git -C ../shallow checkout -q --detach && git -C ../shallow config user.name x && git -C ../shallow config user.email x@example.com`,
    opened: '../shallow',
    source,
  },
  {
    name: 'git-many-settings',
    about:
      'a repository with the settings that people have: aliases, a pager, an editor, signatures, a helper for credentials, LFS',
    files,
    finish: [
      'git config alias.st status',
      'git config core.pager less',
      'git config core.editor vim',
      'git config commit.gpgSign true',
      'git config user.signingKey x',
      'git config credential.helper cache',
      'git config core.fsmonitor true',
      'git config core.untrackedCache true',
      'git config pull.rebase true',
      'git config diff.algorithm histogram',
      'git config filter.lfs.clean "git-lfs clean -- %f"',
      'git config filter.lfs.required true',
      'git remote add origin https://example.com/x.git',
    ].join(' && '),
    source,
  },
  {
    name: 'git-sha256',
    about: 'a repository with SHA-256',
    files,
    setup: 'git init -q --object-format=sha256',
    source,
  },
];
