/** The names that an agent knows from every project: a configured tool of such a name takes the place of another. */
const builtInNames: ReadonlySet<string> = new Set(
  [
    ['read', 'write', 'edit', 'glob', 'grep', 'bash', 'git', 'lsp', 'search', 'terminal'],
    ['calculator', 'datetime', 'string', 'array', 'object'],
    ['search_tools', 'describe_tool', 'execute_tool'],
  ].flat(),
);

/** Also a name that only looks like one, in other letters. */
export function isBuiltInName(name: string): boolean {
  return builtInNames.has(name.normalize('NFKC').toLowerCase());
}

/** The name and the aliases of a tool as it is written. */
export function namesOf({ name, aliases }: { readonly [key: string]: unknown }): readonly string[] {
  const all: readonly unknown[] = [name, ...(Array.isArray(aliases) ? (aliases as unknown[]) : [])];
  return all.filter((one) => typeof one === 'string');
}
