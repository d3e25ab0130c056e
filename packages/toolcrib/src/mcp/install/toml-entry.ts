import type { StartedBy } from './clients.ts';

/** An entry as TOML. Its texts are written as JSON writes them, but for one character. */
export function toTomlEntry(section: string, name: string, { command, args }: StartedBy): string {
  const list = args.map(textOf).join(', ');
  return `[${section}.${name}]\ncommand = ${textOf(command)}\nargs = [${list}]\n`;
}

function textOf(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

/** The lines of an entry, those of the tables inside it too; undefined when there is none. */
export function findTomlEntry(
  text: string,
  section: string,
  name: string,
): { readonly start: number; readonly end: number } | undefined {
  const mine = new RegExp(
    String.raw`^\s*\[\s*${section}\s*\.\s*(?:"${name}"|'${name}'|${name})\s*(?:\.[^\]]*)?\]`,
    'u',
  );
  let start: number | undefined;
  let at = 0;
  for (const line of text.split(/(?<=\n)/u)) {
    const isHeader = /^\s*\[/u.test(line);
    if (isHeader && mine.test(line)) start ??= at;
    else if (isHeader && start !== undefined) return { start, end: at };
    at += line.length;
  }
  return start === undefined ? undefined : { start, end: at };
}

/** Whether entries are written in a way to which no table can be added. */
export function isInline(text: string, section: string): boolean {
  return new RegExp(String.raw`^\s*(?:"${section}"|${section})\s*[.=]`, 'mu').test(text);
}
