/** What no process may write, from the project's root. */
export interface ProtectedPaths {
  /** Nor make, when it is not there but the folder for it is. */
  readonly always: readonly string[];
  readonly whenThere: readonly string[];
}

const repositories = ['.git/config', '.git/config.worktree', '.gitconfig', '.gitmodules', '.hg/hgrc'];
const shells = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.profile',
  '.envrc',
  '.zshrc',
  '.zshenv',
  '.zprofile',
];
const packageManagers = ['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs'];
const editorsAndAgents = ['.vscode', '.idea', '.mcp.json', '.claude', '.cursor', '.codex', '.gemini'];
const ours = [
  'toolcrib.json',
  'toolcrib.jsonc',
  'toolcrib.yaml',
  'toolcrib.yml',
  'toolcrib.lock',
  '.toolcrib',
];

/**
 * What decides what others may do, or is executed later by somebody who does not look. A name that is kept free can be
 * seen as an empty folder meanwhile; those that programs read as files are protected only when they are there.
 */
export const protectedPaths: ProtectedPaths = {
  always: ['.git/hooks', ...editorsAndAgents, ...ours],
  whenThere: [...repositories, ...shells, ...packageManagers],
};
