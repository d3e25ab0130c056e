import { protectedNames } from '../protected-names.ts';

/** What no process may write, from the project's root. */
export interface ProtectedPaths {
  /** Nor make, when it is not there but the folder for it is. */
  readonly always: readonly string[];
  readonly whenThere: readonly string[];
}

const editorsAndAgents = ['.vscode', '.idea', '.mcp.json', '.claude', '.cursor', '.codex', '.gemini'];
const repositoryFiles = ['.git/config', '.git/config.worktree', '.hg/hgrc'];

/** Git itself must be able to write everything in there but what is executed or decides. */
const repositories: ReadonlySet<string> = new Set(['.git', '.hg', '.svn']);

/**
 * The protected names for processes, which only the system can stop, and which it stops by path: what stands at the top
 * of the project. A name that is kept free can be seen as an empty folder meanwhile, so that those which programs look
 * for as files are protected only when they are there.
 */
export const protectedPaths: ProtectedPaths = {
  always: ['.git/hooks', ...editorsAndAgents, ...protectedNames.filter((name) => name.includes('toolcrib'))],
  whenThere: [...repositoryFiles, ...protectedNames.filter((name) => !repositories.has(name))],
};
