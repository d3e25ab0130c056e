import { parseArgs } from 'node:util';

/** What a person typed, taken apart. */
export interface CommandLine {
  readonly command: string | undefined;
  readonly operands: readonly string[];
  readonly options: CommandOptions;
  /** The first option that makes no sense. */
  readonly fault: OptionFault | undefined;
}

export interface OptionFault {
  readonly kind: 'unknown' | 'needs_value' | 'takes_no_value' | 'twice';
  /** As it was typed, such as `--agnet`. */
  readonly option: string;
}

type CommandOptions = {
  readonly [name in keyof typeof definitions]?: (typeof definitions)[name]['type'] extends 'string'
    ? (typeof definitions)[name] extends { readonly multiple: true }
      ? readonly string[]
      : string
    : boolean;
};

/** The command line makes no sense: exit code 2. Where JSON is wanted, what has a code is told in JSON. */
export class UsageError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const definitions = {
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
  since: { type: 'string' },
  until: { type: 'string' },
  wait: { type: 'boolean' },
  always: { type: 'boolean' },
  note: { type: 'string' },
  all: { type: 'boolean' },
  arguments: { type: 'string' },
  expires: { type: 'string' },
  dangerous: { type: 'boolean' },
  by: { type: 'string' },
  tool: { type: 'string' },
  status: { type: 'string' },
  parent: { type: 'string' },
  text: { type: 'string' },
  limit: { type: 'string' },
  cursor: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  head: { type: 'string' },
  hash: { type: 'string' },
  latest: { type: 'boolean' },
  scope: { type: 'string' },
  name: { type: 'string' },
  'base-url': { type: 'string' },
  secrets: { type: 'string' },
  include: { type: 'string' },
  exclude: { type: 'string' },
  limits: { type: 'string' },
  language: { type: 'string' },
  task: { type: 'string' },
  input: { type: 'string', multiple: true },
  concurrency: { type: 'string' },
  done: { type: 'string', multiple: true },
  retry: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  svg: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'allow-host': { type: 'string' },
  expose: { type: 'string' },
  'allow-list': { type: 'string' },
  write: { type: 'boolean' },
  force: { type: 'boolean' },
  source: { type: 'string', multiple: true },
  who: { type: 'string' },
  ask: { type: 'string' },
  list: { type: 'boolean' },
  revoke: { type: 'boolean' },
  believe: { type: 'string' },
  attack: { type: 'boolean' },
  digest: { type: 'string' },
  approver: { type: 'boolean' },
  'approve-agents': { type: 'string' },
  'approve-tools': { type: 'string' },
  'approve-max-risk': { type: 'string' },
} as const;

export type OptionName = keyof typeof definitions;

/** The options that every command takes. */
export const commonOptions: readonly OptionName[] = [
  'config',
  'project',
  'locale',
  'json',
  'help',
  'version',
];

export const optionNames: readonly string[] = Object.keys(definitions).map((name) => `--${name}`);

/** The one letter that stands for an option. */
export function shortOf(name: OptionName): string | undefined {
  const definition = definitions[name];
  return 'short' in definition ? definition.short : undefined;
}

/** Takes the typed words apart. What is wrong is told later, in the language that they may ask for. */
export function parseCommandLine(given: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...given],
    options: definitions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options: Record<string, string | boolean | string[]> = {};
  const words: string[] = [];
  let fault: OptionFault | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    // No option is a digit: `-1` is a number.
    if (/^-\d$/u.test(token.rawName)) {
      words.push(token.rawName);
      continue;
    }
    const kind = faultOf(token, options);
    if (kind === undefined && isMultiple(token.name))
      options[token.name] = [...((options[token.name] as string[] | undefined) ?? []), token.value ?? ''];
    else if (kind === undefined) options[token.name] = token.value ?? true;
    else fault ??= { kind, option: token.rawName };
  }
  const [command, ...operands] = words;
  return { command, operands, options, fault };
}

interface OptionToken {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function faultOf({ name, value, inlineValue }: OptionToken, given: object): OptionFault['kind'] | undefined {
  if (!Object.hasOwn(definitions, name)) return 'unknown';
  if (definitions[name as keyof typeof definitions].type === 'boolean')
    return value === undefined ? undefined : 'takes_no_value';
  // `--agent --json` has forgotten who; `--agent=--json` has not. An empty one comes from a variable that is not set.
  if (!value || (!inlineValue && value.startsWith('-'))) return 'needs_value';
  // Which of two agents is meant is not for us to guess.
  return Object.hasOwn(given, name) && !isMultiple(name) ? 'twice' : undefined;
}

/** Whether an option may be given several times, and all of them count. */
function isMultiple(name: string): boolean {
  return 'multiple' in definitions[name as keyof typeof definitions];
}
