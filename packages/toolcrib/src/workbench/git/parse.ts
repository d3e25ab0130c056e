/** What git prints, field by field. Fields end with NUL, which no text of a repository can hold. */
function* records(printed: string, fields: number): Generator<readonly string[]> {
  const all = printed.split('\0');
  for (let at = 0; at + fields < all.length + 1 && all[at] !== ''; at += fields)
    yield all.slice(at, at + fields);
}

export interface Commit {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  readonly date: string;
  readonly subject: string;
  readonly body?: string;
}

/** What `parseLog` reads, together with `-z`. */
export const logFormat = '--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%s%x00%b';

export function parseLog(printed: string): Commit[] {
  return Array.from(records(printed, 7), (fields) => {
    const [commit = '', parents = '', author = '', email = '', date = '', subject = '', body = ''] = fields;
    return {
      commit,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      author,
      email,
      date,
      subject,
      ...(body.trim() !== '' && { body: body.trim() }),
    };
  });
}

/** A branch or a tag. */
export interface Ref {
  readonly name: string;
  readonly commit: string;
  readonly current?: true;
  readonly subject: string;
}

/** What `parseRefs` reads from `for-each-ref`. */
export const refFormat = '--format=%(refname:short)%00%(objectname:short)%00%(HEAD)%00%(contents:subject)%00';

export function parseRefs(printed: string): Ref[] {
  // A line break of its own comes after each.
  return Array.from(
    records(printed.replaceAll('\0\n', '\0'), 4),
    ([name = '', commit = '', head, subject = '']) => ({
      name,
      commit,
      ...(head === '*' && { current: true as const }),
      subject,
    }),
  );
}

export interface Stash {
  readonly stash: string;
  readonly date: string;
  readonly message: string;
}

/** What `parseStashes` reads, together with `-z`. */
export const stashFormat = '--format=%gd%x00%aI%x00%gs';

export function parseStashes(printed: string): Stash[] {
  return Array.from(records(printed, 3), ([stash = '', date = '', message = '']) => ({
    stash,
    date,
    message,
  }));
}

export interface CountedFile {
  readonly path: string;
  readonly renamed_from?: string;
  /** Null for a binary file, whose lines are not counted. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** `--numstat -z`; a renamed file has its two names in the entries that follow. */
export function parseCounts(printed: string): CountedFile[] {
  const entries = printed.split('\0');
  const files: CountedFile[] = [];
  for (let at = 0; at < entries.length; at++) {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.*)$/su.exec(entries[at] ?? '') ?? [];
    if (path === undefined) continue;
    const lines = { added: count(added), removed: count(removed) };
    if (path === '') files.push({ renamed_from: entries[++at] ?? '', path: entries[++at] ?? '', ...lines });
    else files.push({ path, ...lines });
  }
  return files;
}

function count(text: string | undefined): number | null {
  return text === '-' ? null : Number(text);
}

export interface BlamedLine {
  readonly line: number;
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  readonly text: string;
}

/** `git blame --line-porcelain`. */
export function parseBlame(printed: string): BlamedLine[] {
  const lines: BlamedLine[] = [];
  let commit = '';
  let line = 0;
  const facts = new Map<string, string>();
  for (const row of printed.split('\n')) {
    const head = /^([0-9a-f]{40,64}) \d+ (\d+)/u.exec(row);
    if (head !== null) [commit, line] = [head[1] ?? '', Number(head[2])];
    else if (row.startsWith('\t')) {
      const date = new Date(Number(facts.get('author-time') ?? 0) * 1000).toISOString();
      lines.push({
        line,
        commit: commit.slice(0, 12),
        author: facts.get('author') ?? '',
        date,
        text: row.slice(1),
      });
    } else {
      const space = row.indexOf(' ');
      if (space > 0) facts.set(row.slice(0, space), row.slice(space + 1));
    }
  }
  return lines;
}
