/** `git status --porcelain=v2 --branch -z`, as an object. */
export interface GitStatus {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly upstream?: string;
  readonly ahead?: number;
  readonly behind?: number;
  readonly clean: boolean;
  readonly files: readonly FileStatus[];
}

export interface FileStatus {
  readonly path: string;
  /** What `git status --short` shows: the state in the index and in the work tree, `.` for unchanged. */
  readonly index: string;
  readonly worktree: string;
  readonly renamed_from?: string;
}

export function parseStatus(printed: string): GitStatus {
  const entries = printed.split('\0');
  const heads = new Map<string, string>();
  const files: FileStatus[] = [];
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? '';
    const [kind] = entry;
    if (kind === '#') {
      const [, name = '', value = ''] = /^# branch\.(\S+) (.*)$/u.exec(entry) ?? [];
      heads.set(name, value);
    } else if (kind === '1') files.push(fileOf(entry, 8));
    else if (kind === '2') files.push({ ...fileOf(entry, 9), renamed_from: entries[++at] ?? '' });
    else if (kind === 'u') files.push(fileOf(entry, 10));
    else if (kind === '?') files.push({ path: entry.slice(2), index: '?', worktree: '?' });
  }
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/u.exec(heads.get('ab') ?? '') ?? [];
  const upstream = heads.get('upstream');
  return {
    branch: known(heads.get('head'), '(detached)'),
    commit: known(heads.get('oid'), '(initial)'),
    ...(upstream !== undefined && { upstream }),
    ...(ahead !== undefined && { ahead: Number(ahead), behind: Number(behind) }),
    clean: files.length === 0,
    files,
  };
}

function known(value: string | undefined, none: string): string | null {
  return value === undefined || value === none ? null : value;
}

/** The path is the last field, and may hold spaces. */
function fileOf(entry: string, fields: number): FileStatus {
  const parts = entry.split(' ');
  const [index = '.', worktree = '.'] = parts[1] ?? '..';
  return { path: parts.slice(fields).join(' '), index, worktree };
}
