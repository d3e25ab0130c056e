const repositories = ['.git', '.gitconfig', '.gitmodules', '.hg', '.hgrc', '.svn'];
const bash = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.envrc',
];
const otherShells = ['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc'];
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
 * What no agent may write, in any folder of the project and whether or not it is there yet: it decides what others may do,
 * or somebody executes it later without looking.
 */
export const protectedNames: readonly string[] = [
  ...repositories,
  ...bash,
  ...otherShells,
  ...packageManagers,
  ...editorsAndAgents,
  ...ours,
];

/** Whether a name is one of a list, by the loosest way in which some disk compares names. */
export function createNameTest(names: readonly string[]): (name: string) => boolean {
  const folded = new Set(names.map(fold));
  return (name) => folded.has(fold(name));
}

/** Disks ignore case, ways to compose a letter, and characters that nobody sees; Windows also dots and blanks at the end. */
function fold(name: string): string {
  if (plain.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/u, '');
}

const plain = /^[!-~]*[!-\-/-~]$/u;
