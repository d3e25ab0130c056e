/** Programs that execute what they read, by their names without a version. */
export const interpreters: ReadonlySet<string> = words(
  'node nodejs bun deno tsx ts-node electron python pythonw pypy ruby perl php lua luajit java rscript julia elixir',
  'sh bash dash zsh ksh fish pwsh powershell cmd make just dotnet wasmtime',
);

/** Programs that start what stands behind their own options. */
export const wrappers: ReadonlySet<string> = words(
  'env nice nohup timeout time sudo doas stdbuf setsid exec command ionice xvfb-run cross-env dotenv dotenvx direnv',
  'mise asdf op doppler infisical caffeinate',
);

/** What stands behind a subcommand: a package or its program, a script of the package, or a program or script. */
export type Runner = 'package' | 'script' | 'program';

const packageManager = { exec: 'package', x: 'package', dlx: 'package' } as const;
const scripts = { run: 'script', 'run-script': 'script', start: 'script', test: 'script' } as const;

/** Subcommands of programs that run others; `''` where there is none. */
export const runners: ReadonlyMap<string, ReadonlyMap<string, Runner>> = new Map(
  Object.entries<{ readonly [subcommand: string]: Runner }>({
    ...each(['npx', 'bunx', 'pnpx'], { '': 'package' }),
    ...each(['npm', 'pnpm', 'yarn'], { ...packageManager, ...scripts }),
    ...each(['uv', 'poetry', 'pipenv', 'pdm', 'hatch', 'rye'], { run: 'program' }),
    bun: { x: 'package', run: 'script' },
    bundle: { exec: 'program' },
    deno: { run: 'program', serve: 'program' },
  }).map(([name, subcommands]) => [name, new Map(Object.entries(subcommands))]),
);

/** Files of a project that a program obeys before it starts anything; a folder ends with a slash. */
export const projectFiles: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    uv: ['pyproject.toml', 'uv.lock', '.venv/'],
    poetry: ['pyproject.toml', 'poetry.lock', '.venv/'],
    pdm: ['pyproject.toml', 'pdm.lock', '.venv/'],
    pipenv: ['Pipfile', 'Pipfile.lock', '.venv/'],
    bundle: ['Gemfile', 'Gemfile.lock'],
    tsx: ['tsconfig.json'],
    'ts-node': ['tsconfig.json'],
    bun: ['bunfig.toml', 'tsconfig.json'],
    deno: ['deno.json', 'deno.jsonc', 'deno.lock'],
    make: ['Makefile', 'makefile', 'GNUmakefile'],
    just: ['justfile', '.justfile'],
  }),
);

export const folderOptions: ReadonlySet<string> = words('--prefix -C --cwd --dir --directory --project');

/** Options of runners whose value is the next word. */
export const valueOptions: ReadonlySet<string> = words(
  ...folderOptions,
  '-p --package -w --workspace --filter -F --with --from --python --env-file -c --call',
);

/** Options of interpreters whose value is loaded. */
export const loadOptions: ReadonlySet<string> = words(
  '-r --require --import --loader --experimental-loader --preload -jar --env-file',
  '-f --file --makefile --justfile --rcfile --init-file --config --import-map',
);

export const codeEnding: RegExp =
  /\.(?:[cm]?[jt]sx?|py[cwz]?|rb|pl|pm|php|sh|bash|zsh|fish|ps1|bat|cmd|lua|jar|class|wasm|so|dylib|dll|exe|r|jl|exs?|csx?|node)$/iu;

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

function each<T>(names: readonly string[], value: T): { readonly [name: string]: T } {
  return Object.fromEntries(names.map((name) => [name, value]));
}
