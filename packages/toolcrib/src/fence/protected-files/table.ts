/** A sentence in both languages. */
interface Reason {
  readonly en: string;
  readonly 'zh-CN': string;
}

/** Files that other programs execute or obey, and how they are protected. */
export interface ProtectedFiles {
  /** Names of files and folders, in any folder of the project; `a/b` is `b` in a folder `a`. */
  readonly names: readonly string[];
  /**
   * `refuse`: no tool of ours writes them. `ask`: Write and Edit ask a person first, who sees the reason and the change.
   * `ask_about_scripts`: they ask only when something changes that is executed.
   */
  readonly rule: 'refuse' | 'ask' | 'ask_about_scripts';
  /** Whether sandboxed commands may write them. */
  readonly commands: 'read_only' | 'may_write';
  /** Who executes or obeys them, and when. */
  readonly reason: Reason;
}

/**
 * Files that take effect outside the sandbox without anybody choosing to run them: on a commit, when a folder is opened or
 * entered, when an agent starts, on installation. The single table for every layer. Files that only run when a person starts
 * them, such as a Makefile, are ordinary code of the project.
 */
export const protectedFiles: readonly ProtectedFiles[] = [
  {
    names: words('.git .gitconfig .gitmodules .hg .hgrc .svn .jj'),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'Version control runs the hooks and programs that are configured there, `git status` included.',
      'zh-CN': '版本控制工具会运行其中配置的钩子和程序，`git status` 也不例外。',
    },
  },
  {
    names: words(
      '.husky .huskyrc .huskyrc.json .huskyrc.js .pre-commit-config.yaml .pre-commit-config.yml prek.toml',
      'lefthook.yml lefthook.yaml lefthook.toml lefthook.json lefthook-local.yml lefthook-local.yaml lefthook-local.toml',
      'lefthook-local.json .lefthook.yml .lefthook.yaml .lefthook.toml .lefthook.json .lefthook-local.yml',
      '.lefthook-local.yaml .lefthook .lefthook-local .overcommit.yml .simple-git-hooks.json .simple-git-hooks.cjs',
      '.simple-git-hooks.js simple-git-hooks.json simple-git-hooks.cjs simple-git-hooks.js .gitlint .trunk',
    ),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'Hook managers run their commands on the next commit, checkout or push.',
      'zh-CN': '钩子管理工具会在下一次提交、检出或推送时运行其中的命令。',
    },
  },
  {
    names: words(
      '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout',
      '.kshrc .cshrc .tcshrc .inputrc .envrc .Rprofile .Renviron .RData .irbrc .pryrc .pdbrc .ghci .ocamlinit .iex.exs',
      '.gdbinit .lldbinit',
    ),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'Shells, direnv, consoles and debuggers run them when they start in the folder.',
      'zh-CN': 'Shell、direnv、控制台和调试器在该目录中启动时会运行它们。',
    },
  },
  {
    names: words(
      '.npmrc .yarnrc .yarnrc.yml .yarn/releases .yarn/plugins .pnpmfile.cjs .pnpmfile.mjs bunfig.toml .cargo .pypirc',
      'pip.conf pip.ini .gemrc .bundle .condarc uv.toml .mvn',
    ),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'Package managers read from them where packages come from and which programs they run.',
      'zh-CN': '包管理器从中读取软件包的来源以及要运行的程序。',
    },
  },
  {
    names: words(
      '.vscode .vs .idea .fleet .zed .devcontainer .devcontainer.json .exrc .nvimrc .nvim.lua .vimrc .lvimrc',
      '.dir-locals.el .dir-locals-2.el .helix .sublime-project .idx',
    ),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'Editors run the tasks and programs that are configured there when the folder is opened.',
      'zh-CN': '编辑器打开目录时会运行其中配置的任务和程序。',
    },
  },
  {
    names: words(
      '.mcp.json .claude .cursor .codex .gemini .windsurf .devin .kiro .continue .roo .roomodes .cline .amazonq .trae',
      '.junie .augment .qwen .qodo .opencode opencode.json opencode.jsonc .aider.conf.yml .goose .crush .crush.json',
      'crush.json .copilot .factory .agents .openhands .aiassistant firebender.json .ruler .kilo .kilocode .kilocodemodes',
      'kilo.json kilo.jsonc .github/hooks',
    ),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'Coding agents read their permissions, hooks, tool servers and rules from them.',
      'zh-CN': '编程智能体从中读取权限、钩子、工具服务器和规则。',
    },
  },
  {
    names: words('toolcrib.json toolcrib.jsonc toolcrib.yaml toolcrib.yml toolcrib.lock .toolcrib'),
    rule: 'refuse',
    commands: 'read_only',
    reason: {
      en: 'They decide what agents may do here.',
      'zh-CN': '它们决定智能体在此可以做什么。',
    },
  },
  {
    names: words(
      'CLAUDE.md CLAUDE.local.md AGENTS.md AGENTS.local.md AGENTS.override.md AGENT.md GEMINI.md QWEN.md WARP.md',
      'CRUSH.md .cursorrules .windsurfrules .clinerules .roorules .goosehints .rules .github/copilot-instructions.md',
      '.github/instructions .github/prompts .github/chatmodes .github/agents .github/skills',
    ),
    rule: 'ask',
    commands: 'read_only',
    reason: {
      en: 'Coding agents follow them as instructions, also agents that run without a sandbox.',
      'zh-CN': '编程智能体会把它们当作指令执行，包括不在沙箱中运行的智能体。',
    },
  },
  {
    names: words(
      'mise.toml .mise.toml mise.local.toml .mise.local.toml .mise .rtx.toml .tool-versions .asdfrc .node-version',
      '.nvmrc .python-version .ruby-version .java-version .sdkmanrc .prototools .envrc.local rust-toolchain',
      'rust-toolchain.toml flake.nix flake.lock devenv.nix devenv.yaml shell.nix',
    ),
    rule: 'ask',
    commands: 'read_only',
    reason: {
      en: 'Version and environment managers select, install and run programs by them when somebody enters the folder.',
      'zh-CN': '有人进入目录时，版本和环境管理工具会据此选择、安装并运行程序。',
    },
  },
  {
    names: words('pnpm-workspace.yaml'),
    rule: 'ask',
    commands: 'read_only',
    reason: {
      en: 'Settings of pnpm are in it: the shell for scripts, and the packages that may run code.',
      'zh-CN': '其中有 pnpm 的设置：运行脚本的 shell，以及允许执行代码的软件包。',
    },
  },
  {
    names: words(
      '.lintstagedrc .lintstagedrc.json .lintstagedrc.yml .lintstagedrc.yaml .lintstagedrc.js .lintstagedrc.mjs',
      '.lintstagedrc.cjs lint-staged.config.js lint-staged.config.mjs lint-staged.config.cjs lint-staged.config.ts',
    ),
    rule: 'ask',
    commands: 'read_only',
    reason: {
      en: 'Commit hooks run the commands that are listed there.',
      'zh-CN': '提交钩子会运行其中列出的命令。',
    },
  },
  {
    names: words(
      '.github/workflows .github/actions .gitlab-ci.yml .circleci .travis.yml azure-pipelines.yml Jenkinsfile .drone.yml',
      'bitbucket-pipelines.yml .woodpecker .woodpecker.yml .buildkite .semaphore .forgejo .gitea',
    ),
    rule: 'ask',
    commands: 'may_write',
    reason: {
      en: 'Build services run them after a push, often with secrets.',
      'zh-CN': '推送之后构建服务会运行它们，往往还带有机密信息。',
    },
  },
  {
    names: words('.gitattributes .lfsconfig'),
    rule: 'ask',
    commands: 'may_write',
    reason: {
      en: 'Git selects by them which of the configured programs a file goes through.',
      'zh-CN': 'Git 据此决定文件要经过哪个已配置的程序。',
    },
  },
  {
    names: words('package.json'),
    rule: 'ask_about_scripts',
    commands: 'may_write',
    reason: {
      en: 'Package managers run its scripts, also on installation, and the programs that it names.',
      'zh-CN': '包管理器会运行其中的脚本（安装时也会）及其指定的程序。',
    },
  },
];

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}
