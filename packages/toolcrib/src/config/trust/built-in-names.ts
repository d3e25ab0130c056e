/** The names that an agent knows from every project: a configured tool of such a name takes the place of another. */
export const builtInNames: ReadonlySet<string> = new Set(
  [
    ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'Git', 'LSP', 'Search', 'Terminal'].flatMap((name) => [
      name,
      name.toLowerCase(),
    ]),
    ['calculator', 'datetime', 'string', 'array', 'object'],
    ['search_tools', 'describe_tool', 'execute_tool'],
  ].flat(),
);
