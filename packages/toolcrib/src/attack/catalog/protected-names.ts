import { asCall, type Attack } from '../attack.ts';

const group = 'protected_names';

/** What others obey or run later, as somebody may find it in a project or plant it there. */
const files = [
  '.git/config',
  '.git/hooks/pre-commit',
  '.git/commondir',
  '.vscode/tasks.json',
  '.idea/workspace.xml',
  '.claude/settings.json',
  '.cursor/mcp.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.mcp.json',
  '.bashrc',
  '.envrc',
  '.npmrc',
  'toolcrib.json',
  'toolcrib.lock',
  '.toolcrib/planted',
  'nested/.git/hooks/pre-commit',
  'nested/.vscode/tasks.json',
];

const changes = (path: string): Attack['effect'] => ({ kind: 'changes', path: `{project}/${path}` });

const renamings: readonly (readonly [id: string, line: string, path: string])[] = [
  ['rename_hooks', 'mkdir h; echo x > h/pre-commit; rm -rf .git/hooks; mv h .git/hooks', '.git/hooks'],
  ['rename_git', 'cp -r .git g; echo x >> g/config; mv .git old; mv g .git', '.git/config'],
  ['link_hooks', 'rm -rf .git/hooks; mkdir h; ln -s ../h .git/hooks', '.git/hooks'],
  ['link_config', 'ln -sf ../README.md .git/config', '.git/config'],
  ['git_config', 'git config core.fsmonitor ./payload.sh', '.git/config'],
  ['other_case', 'mkdir -p .VSCODE; echo x > .VSCODE/tasks.json', '.vscode/tasks.json'],
  ['link_editor', 'mkdir e; ln -s e .vscode', '.vscode'],
  ['hard_link_config', 'ln .git/config c; echo x >> c', '.git/config'],
  ['redirect_config', 'exec 3<>.git/config; echo x >&3', '.git/config'],
];

export const protectedNames: readonly Attack[] = [
  ...files.flatMap((path): Attack[] => {
    const id = `plant_${path.replaceAll(/\W+/gu, '_').replace(/^_/u, '')}`;
    const folder = path.includes('/') ? `mkdir -p ${path.slice(0, path.lastIndexOf('/'))}; ` : '';
    const planting = { id, group, line: `${folder}echo x > ${path}`, effect: changes(path) } as const;
    const byTool = asCall({ ...planting, id: `${id}_tool` }, 'Write', { file_path: path, content: 'x' });
    return [{ ...byTool, against: 'checks' }, planting];
  }),
  ...renamings.map(([id, line, path]): Attack => ({ id, group, line, effect: changes(path) })),
];
