/** One line of ripgrep's output as a model reads it: the path from the root, then the line number, then the text. */
export function readEntry(entry: string, fromRoot: (found: string) => string): string {
  const text = entry.endsWith('\r') ? entry.slice(0, -1) : entry;
  const end = text.indexOf('\0');
  if (end < 0) return text.startsWith('./') ? fromRoot(text) : text;
  const behind = text.slice(end + 1);
  // After the number stands `:` for a match and `-` for what surrounds one; the path is joined by the same.
  const joint = /^\d+-/u.test(behind) ? '-' : ':';
  return `${fromRoot(text.slice(0, end))}${joint}${behind}`;
}
