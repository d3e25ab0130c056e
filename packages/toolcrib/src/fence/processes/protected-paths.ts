import { readOnlyNames } from '../protected-names.ts';
import { entryPattern, insidePattern, namesAbove, treePattern } from '../protected-files/path-pattern.ts';

/** What no sandboxed process may write in a project. Names stand for themselves and all that is in them. */
export interface ProtectedPaths {
  /** In every folder but those that package managers fill. */
  readonly names: readonly string[];
  /** In every folder. */
  readonly everywhere: readonly string[];
  /** In every folder: they are neither created, replaced nor moved, but what is in them may be written. */
  readonly fixed: readonly string[];
  /** From the root: mounted read-only where they exist. */
  readonly mounted: readonly string[];
  /** From the root: kept free by an empty folder while a command runs, where there is no broker. */
  readonly placeholders: readonly string[];
}

/** Packages bring files for their own developers along, which nobody obeys there. */
export const packageFolders: readonly string[] = [
  'node_modules',
  'bower_components',
  'site-packages',
  'vendor',
];

/** In a folder with a repository: what git executes, and what leads it to other folders. */
const ofRepository = ['config', 'config.lock', 'config.worktree', 'config.worktree.lock', 'gitdir', 'hooks'];

/** Version control must be able to write in there. */
const repositories: readonly string[] = ['.git', '.hg', '.svn', '.jj'];

const names = readOnlyNames.filter((name) => !repositories.includes(name));

export const protectedPaths: ProtectedPaths = {
  names,
  everywhere: [
    ...['*.git', '*.git/modules/*', '*.git/worktrees/*'].flatMap((folder) =>
      ofRepository.map((name) => `${folder}/${name}`),
    ),
    // A folder with this file takes objects, references and configuration from another one.
    'commondir',
    '.hg/hgrc',
    '.hg/hgrc-not-shared',
    '.hg/sharedpath',
    '.jj/repo/config.toml',
  ],
  fixed: repositories,
  mounted: [
    ...['config', 'config.worktree', 'commondir', 'hooks'].map((name) => `.git/${name}`),
    '.hg/hgrc',
    ...names,
  ],
  placeholders: [
    '.git/hooks',
    '.vscode',
    '.idea',
    '.mcp.json',
    '.claude',
    '.cursor',
    '.codex',
    '.gemini',
    ...names.filter((name) => name.includes('toolcrib')),
  ],
};

/** The patterns by which the broker decides. */
export function protectedPatterns({ names: anywhere, everywhere, fixed }: ProtectedPaths): {
  readonly [option: string]: string;
} {
  return {
    names: treePattern(anywhere),
    everywhere: treePattern(everywhere),
    fixed: entryPattern(fixed),
    above: entryPattern([...anywhere, ...everywhere].flatMap(namesAbove)),
    packages: insidePattern(packageFolders),
  };
}
