export interface Commit {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  readonly date: string;
  readonly subject: string;
  readonly body?: string;
}

/** The format that `parseLog` reads: fields end with a character that no text of a person holds. */
export const logFormat = '--format=%H%x1f%P%x1f%an%x1f%ae%x1f%aI%x1f%s%x1f%b%x1e';

export function parseLog(printed: string): Commit[] {
  return printed
    .split('\x1e')
    .map((entry) => entry.replace(/^\n/u, ''))
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [commit = '', parents = '', author = '', email = '', date = '', subject = '', body = ''] =
        entry.split('\x1f');
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
