/** A call as an agent could make it. */
export type Call = readonly [tool: string, input: { readonly [name: string]: unknown }];

const git = (operation: string, more: object = {}): Call => ['Git', { operation, ...more }];

/** What an agent does in every project. Nothing of it may do what the project wants; what asks a person is refused. */
export const commonCalls: readonly Call[] = [
  ['Read', { file_path: 'README.md' }],
  ['Glob', { pattern: '**/*' }],
  ['Grep', { pattern: 'TODO|file-|variable-' }],
  ['Search', { query: 'work' }],
  ['LSP', { operation: 'hover', file_path: 'src/main.ts', line: 1, column: 14 }],
  ['Bash', { command: 'ls -la; git status; git log -p -3; git diff' }],
  ['Bash', { command: 'rm -rf src' }],
  ['Bash', { command: 'cat ~/.ssh/id_ed25519; env' }],
  ['Terminal', { action: 'start', command: 'rm -rf src' }],
  ['Edit', { file_path: 'src/work.txt', old_string: 'work', new_string: 'play' }],
  ['Write', { file_path: 'new.txt', content: 'mine' }],
  ['helper', {}],
  git('status'),
  git('diff'),
  git('log'),
  git('show', { ref: 'HEAD' }),
  git('blame', { paths: ['README.md'] }),
  git('branch'),
  git('stash'),
  git('fetch'),
  git('add', { paths: ['new.txt'] }),
  git('commit', { message: 'x' }),
];
