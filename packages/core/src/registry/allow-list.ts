import { createError } from '../tool/errors.ts';
import { FieldReader } from '../tool/field-reader.ts';
import { isRecord } from '../tool/spellings.ts';
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

/** Reads an allow-list as a configuration writes it: `{ tool_names, categories, add_when_non_local, … }`. */
export function parseAllowList(name: string, value: unknown): AllowList {
  const fields = new FieldReader(isRecord(value) ? value : {}, `allow_lists.${name}.`);
  if (!isRecord(value)) fields.fault({ kind: 'not_an_object', field: '' });
  fields.refuseUnknown([
    'tool_names',
    'categories',
    'read_only',
    'add_when_non_local',
    'exclude_in_local',
    'add_when_embedding_ok',
  ]);
  const texts = (field: string): readonly string[] | undefined =>
    fields.get(field) === undefined ? undefined : fields.texts(field);
  const allowList: AllowList = {
    name,
    toolNames: texts('tool_names'),
    categories: texts('categories'),
    readOnly: fields.flag('read_only'),
    addWhenNonLocal: texts('add_when_non_local'),
    excludeInLocal: texts('exclude_in_local'),
    addWhenEmbeddingOk: texts('add_when_embedding_ok'),
  };
  if (fields.problems.length > 0)
    throw createError('invalid_definition', { tool: name, problems: fields.problems });
  return allowList;
}
