import type { Tool } from '../tool/tool.ts';
import { createChangeLog, type ChangeLog } from './change-log.ts';
import type { FormatChange, FormatOptions, FormattedTools } from './format.ts';
import { legalNames, type NameGrammar } from './name-grammar.ts';

/** What all providers have in common: choose the tools, give each a legal name, collect the changes. */
export interface Declaring<Declaration> {
  readonly names: NameGrammar;
  readonly declare: (tool: Tool, name: string, log: ChangeLog) => Declaration;
}

export function declareTools<Declaration>(
  tools: readonly Tool[],
  options: FormatOptions,
  { names, declare }: Declaring<Declaration>,
): FormattedTools<Declaration[]> {
  const callNames = callNamesOf(tools, options);
  const outward = legalNames(new Set(callNames.values()), names);

  const declarations: Declaration[] = [];
  const changes: FormatChange[] = [];
  const back = new Map<string, string>();
  for (const [tool, callName] of callNames) {
    const name = outward.get(callName) ?? callName;
    const log = createChangeLog(tool.name);
    if (name !== tool.name) log.kept('name', 'renamed', `${callName} is offered as ${name}`);
    declarations.push(declare(tool, name, log));
    changes.push(...log.changes);
    back.set(name, callName);
  }
  return { tools: declarations, changes, names: back };
}

/**
 * The tools that are offered, and the name to call each by: two versions of a tool share its name, and then each is
 * called by its id. The same version twice is one tool.
 */
export function callNamesOf(
  tools: readonly Tool[],
  { allowedTools }: FormatOptions,
): ReadonlyMap<Tool, string> {
  const chosen = chooseTools(tools, allowedTools);
  const versions = new Map(chosen.toReversed().map((tool) => [tool.id, tool]));
  const sharing = new Map<string, number>();
  for (const { name } of versions.values()) sharing.set(name, (sharing.get(name) ?? 0) + 1);
  return new Map(
    chosen
      .filter((tool) => versions.get(tool.id) === tool)
      .map((tool) => [tool, sharing.get(tool.name) === 1 ? tool.name : tool.id]),
  );
}

function chooseTools(tools: readonly Tool[], allowedTools: readonly string[] | undefined): readonly Tool[] {
  if (allowedTools === undefined) return tools;
  const allowed = new Set(allowedTools);
  return tools.filter(({ name, id }) => allowed.has(name) || allowed.has(id));
}
