/** A text of a document on one line, cut at a word when it is longer than a model needs. */
export function shortText(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    // Of a link in Markdown a model needs the words.
    .replaceAll(/\[([^\][]{0,200})\]\([^()\s]{0,500}\)/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  const word = cut.lastIndexOf(' ');
  return `${cut.slice(0, word > limit / 2 ? word : undefined).toWellFormed()}…`;
}
