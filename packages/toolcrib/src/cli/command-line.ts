import { parseArgs } from 'node:util';

/** What a person typed, taken apart. */
export interface CommandLine {
  readonly command: string | undefined;
  readonly operands: readonly string[];
  readonly options: CommandOptions;
}

interface CommandOptions {
  readonly config?: string | undefined;
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly locale?: string | undefined;
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly no?: boolean | undefined;
  readonly timeout?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly tier?: string | undefined;
  readonly type?: string | undefined;
  readonly tools?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly help?: boolean | undefined;
  readonly version?: boolean | undefined;
}

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {}

export function parseCommandLine(given: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      project: { type: 'string' },
      agent: { type: 'string' },
      locale: { type: 'string' },
      json: { type: 'boolean' },
      yes: { type: 'boolean', short: 'y' },
      no: { type: 'boolean', short: 'n' },
      timeout: { type: 'string' },
      category: { type: 'string' },
      tag: { type: 'string' },
      tier: { type: 'string' },
      type: { type: 'string' },
      tools: { type: 'string' },
      strict: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
  const [command, ...operands] = positionals;
  return { command, operands, options: values };
}
