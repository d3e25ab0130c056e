import type { Tool } from '../tool/tool.ts';

/** About how many tokens a tool costs each time it is offered to a model: four letters make one, a Chinese character is one. */
export function definitionTokens({ name, description, parameters }: Tool): number {
  const text = JSON.stringify({ name, description, parameters });
  const wide = text.match(/[^\0-\u024F]/gu)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
}
