import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** How a language server is started, and for which files. */
export interface LanguageServerDefinition {
  readonly name: string;
  /** Endings of file names with the language id that the protocol wants, such as `{ '.ts': 'typescript' }`. */
  readonly languages: { readonly [ending: string]: string };
  readonly command: readonly [program: string, ...given: string[]];
  /** Folders outside the project that the server must read. */
  readonly reads?: readonly string[] | undefined;
  readonly initializationOptions?: unknown;
  /** It comes with Toolcrib, and runs no code of the project. @default false */
  readonly isOurs?: true;
}

const scripts = {
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.tsx': 'typescriptreact',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascriptreact',
};

/**
 * TypeScript's own server, from the package that comes with Toolcrib and never from the project, which could bring
 * anything under that name. None where the platform's package is not installed.
 */
export function typescriptServer(): readonly LanguageServerDefinition[] {
  try {
    const main = createRequire(import.meta.url).resolve('typescript/package.json');
    const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
    const folder = dirname(createRequire(main).resolve(platform));
    const program = join(folder, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
    const command = [program, '--lsp', '--stdio'] as const;
    return [{ name: 'typescript', languages: scripts, command, reads: [folder], isOurs: true }];
  } catch {
    return [];
  }
}

/** The server for a file; those that the operator names come before ours. */
export function serverFor(
  path: string,
  servers: readonly LanguageServerDefinition[],
): LanguageServerDefinition | undefined {
  return servers.find(({ languages }) => Object.hasOwn(languages, extname(path).toLowerCase()));
}
