import { FieldReader } from '../tool/field-reader.ts';
import type { Tool } from '../tool/tool.ts';

/** A named set of tools, by name, by category, or both. */
export interface AllowList {
  readonly name: string;
  readonly toolNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** Keeps only tools that change nothing. @default false */
  readonly readOnly?: boolean | undefined;
  /** Names that are added unless the agent works on the user's own machine. */
  readonly addWhenNonLocal?: readonly string[] | undefined;
  /** Names that are left out when the agent works on the user's own machine. */
  readonly excludeInLocal?: readonly string[] | undefined;
  /** Names that are added when tools which need embeddings may be used. */
  readonly addWhenEmbeddingOk?: readonly string[] | undefined;
}

export interface AllowListConditions {
  /** The agent works on the user's own machine. @default false */
  readonly localMode?: boolean | undefined;
  /** Leaves out what needs embeddings. @default false */
  readonly excludeEmbeddingTools?: boolean | undefined;
}

/** What says whether a tool is in an allow-list: each version by its own category and nature. Names may be aliases. */
export function allowanceOf(
  allowList: AllowList,
  { localMode = false, excludeEmbeddingTools = false }: AllowListConditions,
): (tool: Tool) => boolean {
  const included = new Set([
    ...(allowList.toolNames ?? []),
    ...(localMode ? [] : (allowList.addWhenNonLocal ?? [])),
    ...(excludeEmbeddingTools ? [] : (allowList.addWhenEmbeddingOk ?? [])),
  ]);
  const excluded = new Set(localMode ? allowList.excludeInLocal : []);
  const categories = new Set(allowList.categories);
  return (tool) =>
    (categories.has(tool.category) || isNamed(included, tool)) &&
    !isNamed(excluded, tool) &&
    (allowList.readOnly !== true || tool.annotations.readOnly);
}

export function isNamed(names: ReadonlySet<string>, tool: Tool): boolean {
  return names.size > 0 && (names.has(tool.name) || tool.aliases.some((alias) => names.has(alias)));
}

/** Reads an allow-list in TypeScript's or a configuration's spelling: `{ tool_names, categories, add_when_non_local, … }`. */
export function parseAllowList(name: string, value: unknown): AllowList {
  const fields = new FieldReader(value, `allow_lists.${name}.`);
  fields.refuseUnknown(allowListFields);
  const allowList: AllowList = {
    name,
    toolNames: fields.optionalTexts(fields.spelling('toolNames', 'tool_names')),
    categories: fields.optionalTexts('categories'),
    readOnly: fields.flag(fields.spelling('readOnly', 'read_only')),
    addWhenNonLocal: fields.optionalTexts(fields.spelling('addWhenNonLocal', 'add_when_non_local')),
    excludeInLocal: fields.optionalTexts(fields.spelling('excludeInLocal', 'exclude_in_local')),
    addWhenEmbeddingOk: fields.optionalTexts(fields.spelling('addWhenEmbeddingOk', 'add_when_embedding_ok')),
  };
  fields.finish(name);
  return Object.freeze(allowList);
}

const allowListFields = [
  'toolNames',
  'tool_names',
  'categories',
  'readOnly',
  'read_only',
  'addWhenNonLocal',
  'add_when_non_local',
  'excludeInLocal',
  'exclude_in_local',
  'addWhenEmbeddingOk',
  'add_when_embedding_ok',
];
