import type { Slot } from './slots.ts';

/** What is to be run stands behind the word for it; what begins like a thing of ours is no command. */
const asked =
  /(?:^|[\s,.;:!，。；：])(?:run|execute|exec)\s+(?:(?:the )?(?:shell )?(?:command|script)s?:?\s+)?(?!(?:an?|the|my|our|your|this|that|these|those|all|some|any|it|them|for|in|on|out|into|away)\b)([\w./~-][^\n]{0,300}?)(?=[?!]?\s*$|[.;]\s|\s(?:and then|in the terminal|for me|please)\b)/iu;
const askedInChinese = /(?:运行|执行)(?:一下)?(?:命令)?[：:\s]*([\w./~-][\x20-\x7e]{0,300})/u;

/** The command that a text asks to be run, for a slot that holds one. */
export function commandIn(
  { name, type }: Slot,
  text: string,
): { value: string; start: number; end: number } | undefined {
  if (type !== 'string' || !/^(?:command|cmd|commandline|command_line|shell_command)$/iu.test(name))
    return undefined;
  const match = askedInChinese.exec(text) ?? asked.exec(text);
  const value = match?.[1]?.replace(/[?!.]+$/u, '').trim();
  if (match === null || value === undefined || value === '') return undefined;
  const start = text.indexOf(value, match.index);
  return { value, start, end: start + value.length };
}
