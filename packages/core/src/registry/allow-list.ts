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

/** The names of the tools that an allow-list holds, in the order of `tools`. Names may be aliases. */
export function allowedNames(
  allowList: AllowList,
  tools: readonly Tool[],
  { localMode = false, excludeEmbeddingTools = false }: AllowListConditions,
): string[] {
  const included = new Set([
    ...(allowList.toolNames ?? []),
    ...(localMode ? [] : (allowList.addWhenNonLocal ?? [])),
    ...(excludeEmbeddingTools ? [] : (allowList.addWhenEmbeddingOk ?? [])),
  ]);
  const excluded = new Set(localMode ? allowList.excludeInLocal : []);
  const categories = new Set(allowList.categories);
  const isNamed = (names: ReadonlySet<string>, tool: Tool): boolean =>
    names.has(tool.name) || tool.aliases.some((alias) => names.has(alias));
  return tools
    .filter((tool) => categories.has(tool.category) || isNamed(included, tool))
    .filter((tool) => !isNamed(excluded, tool))
    .filter((tool) => allowList.readOnly !== true || tool.annotations.readOnly)
    .map((tool) => tool.name);
}

/** Reads an allow-list as a configuration writes it: `{ tool_names, categories, add_when_non_local, … }`. */
export function parseAllowList(name: string, value: unknown): AllowList {
  const fields = new FieldReader(isRecord(value) ? value : {}, `allow_lists.${name}.`);
  if (!isRecord(value)) fields.fault({ kind: 'not_an_object', field: '' });
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
