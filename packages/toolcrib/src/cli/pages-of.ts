/** Characters that a person reads before they go on: two or three screens. */
const pageLength = 6000;

/** A long text in pieces, each ending with a line where there is one. Together they are the whole text. */
export function pagesOf(text: string, length: number = pageLength): readonly string[] {
  const pages: string[] = [];
  let rest = text;
  while (rest.length > length) {
    const line = rest.lastIndexOf('\n', length);
    const end = line > length / 2 ? line : wholeCharacters(rest, length);
    pages.push(rest.slice(0, end));
    rest = rest.slice(end === line ? end + 1 : end);
  }
  return [...pages, rest];
}

/** Not between the two halves of a character, which nobody could read. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
