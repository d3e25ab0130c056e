import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { authorityIn } from './authority.ts';
import type { Effect } from './effects.ts';
import { changesBetween, stampsOf, type FileStamps } from './file-stamps.ts';
import { openListener, type Listener } from './listener.ts';
import { setReadCanaries, type ReadCanaries } from './read-canaries.ts';
import { command, runBounded, type BoundedRun } from './run-bounded.ts';
import {
  environmentOf,
  furnish,
  payloadOf,
  placesIn,
  privateFilesOf,
  traces,
  workFile,
  type Places,
} from './user-machine.ts';
import { writeFile } from './write-file.ts';

export interface RunOptions {
  readonly input?: string;
  /** Milliseconds. @default 60,000 */
  readonly limit?: number;
  /** The output is for a program, and may contain any character. @default of `--json`, and of the result of a call */
  readonly isData?: boolean;
}

/** A secret of each kind, different in every testbed, so that an output that contains one is noticed. */
interface Secrets {
  readonly file: string;
  readonly variable: string;
}

interface Baseline {
  readonly stamps: FileStamps;
  readonly authority: ReadonlySet<string>;
  readonly canaries: ReadCanaries | undefined;
  /** What the work file holds. */
  readonly work: string | undefined;
}

/** A user's machine in a scratch folder, with a cloned project in it, and an attacker who waits for connections. */
export class Testbed {
  readonly project: string;
  readonly home: string;
  readonly neighbour: string;
  /** The user's state folder; the first command makes it. */
  readonly state: string;
  /** A script of the project; the testbed notices when it runs. */
  readonly payload: string;
  /** The attacker listens here, on 127.0.0.1. */
  readonly port: number;
  readonly secrets: Secrets;
  /** What the user's shell passes on. A project may describe users who have more in it. */
  readonly environment: Record<string, string>;
  /** A token that came with the project, and that its author knows. */
  plantedToken: string | undefined;
  /** A port on which the project wants to be reached by everybody. */
  plantedPort: number | undefined;
  readonly #base: string;
  readonly #places: Places;
  readonly #listener: Listener;
  readonly #noted: Effect[] = [];
  #baseline: Baseline | undefined;

  private constructor(base: string, listener: Listener) {
    const secret = (kind: string): string => `${kind}-${randomBytes(12).toString('hex')}`;
    this.secrets = { file: secret('file'), variable: secret('variable') };
    this.#base = base;
    this.#places = placesIn(base);
    this.#listener = listener;
    const { project, home, neighbour } = this.#places;
    this.project = project;
    this.home = home;
    this.neighbour = neighbour;
    this.state = join(home, '.local/state/toolcrib');
    this.payload = payloadOf(this.#places);
    this.port = listener.port;
    this.environment = environmentOf(this.#places, this.secrets.variable);
  }

  static async open(): Promise<Testbed> {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-hostile-')));
    const testbed = new Testbed(base, await openListener());
    furnish(testbed.#places, testbed.secrets.file);
    return testbed;
  }

  /** Writes a file of the project; anything but text and bytes is written as JSON. */
  file(name: string, content: unknown, mode?: number): void {
    writeFile(join(this.project, name), content, mode);
  }

  link(name: string, target: string): void {
    mkdirSync(dirname(join(this.project, name)), { recursive: true });
    symlinkSync(target, join(this.project, name));
  }

  /** Runs a line of bash in the project, as its user could type it. */
  async shell(line: string, { limit = 60_000 }: Pick<RunOptions, 'limit'> = {}): Promise<BoundedRun> {
    const { project: cwd, environment } = this;
    const ended = await runBounded('bash', ['--norc', '--noprofile', '-c', line], {
      cwd,
      environment,
      limit,
    });
    this.inspect(`${ended.stdout}${ended.stderr}`, line);
    this.#inspectForTerminal(ended.stdout, line);
    if (ended.code === undefined) this.note({ kind: 'hung', what: line });
    return ended;
  }

  /** Runs our command in the project, without a terminal. */
  toolcrib(given: readonly string[], options: RunOptions = {}): Promise<BoundedRun> {
    const isData = given[0] === 'call' || given.includes('--json');
    return this.run(process.execPath, [command, ...given], { isData, ...options });
  }

  /** The same at a terminal, where this machine has a program that makes one. Nobody types anything. */
  async toolcribAtTerminal(given: readonly string[]): Promise<BoundedRun> {
    if (terminalProgram === undefined) return nothing;
    const words = [process.execPath, command, ...given].map((word) => `'${word}'`);
    const ended = await this.run(terminalProgram, ['-qec', words.join(' '), '/dev/null'], { isData: true });
    this.#inspectForTerminal(ended.stdout.replaceAll('\r\n', '\n'), given.join(' '));
    return ended;
  }

  /** Runs a program of the user in the project, and inspects what it prints and how it ends. */
  async run(file: string, given: readonly string[], options: RunOptions = {}): Promise<BoundedRun> {
    const { input = '', limit = 60_000, isData = false } = options;
    const { project: cwd, environment } = this;
    const ended = await runBounded(file, given, { cwd, environment, input, limit });
    const words = given.filter((word) => word !== command).join(' ');
    const where = words.slice(0, 120);
    const said = `${ended.stdout}${ended.stderr}`;
    this.inspect(said, where);
    if (!isData) this.#inspectForTerminal(said, where);
    this.inspectForCrash(ended.stderr, where);
    if (ended.code === undefined) this.note({ kind: 'hung', what: where });
    if (ended.signal !== null) this.note({ kind: 'crashed', what: `${where}: ${ended.signal}` });
    return ended;
  }

  /** Notes secrets in an output. */
  inspect(output: string, where: string): void {
    for (const [name, secret] of Object.entries(this.secrets))
      if (output.includes(secret))
        this.note({ kind: 'disclosed', what: `secret of the ${name} by: ${where}` });
  }

  /** Notes a stack trace. */
  inspectForCrash(errors: string, where: string): void {
    if (/^\s+at .+:\d+:\d+\)?$/mu.test(errors))
      this.note({ kind: 'crashed', what: `${where}: ${errors.slice(0, 600)}` });
  }

  #inspectForTerminal(output: string, where: string): void {
    const found = steering.exec(output)?.[0];
    if (found !== undefined)
      this.note({ kind: 'terminal_injection', what: `${where}: ${JSON.stringify(found)}` });
  }

  note(effect: Effect): void {
    this.#noted.push(effect);
  }

  /** Effects count from here on: what went before is how the project and the user came to be. */
  begin(): void {
    this.#noted.length = 0;
    this.#listener.reset();
    const probe = join(this.#places.outside, 'probe');
    const work = join(this.project, workFile);
    // A repository of the project may hold the rest of it, and could give that back.
    appendFileSync(work, 'and some that nobody has committed\n');
    this.#baseline = {
      stamps: this.#stamps(),
      authority: authorityIn(this.state),
      canaries: setReadCanaries(privateFilesOf(this.#places), probe),
      work: textOf(work),
    };
  }

  /** What there is by now, the user has accepted. */
  acceptAuthority(): void {
    if (this.#baseline !== undefined)
      this.#baseline = { ...this.#baseline, authority: authorityIn(this.state) };
  }

  /** False where the file system does not keep access times. */
  get noticesReads(): boolean {
    return this.#baseline?.canaries !== undefined;
  }

  effects(): readonly Effect[] {
    if (this.#baseline === undefined) throw new Error('Nothing counts before begin().');
    const { canaries } = this.#baseline;
    const stamps = canaries?.without(() => this.#stamps()) ?? this.#stamps();
    const read = [...(canaries?.read() ?? [])];
    return [
      ...this.#noted,
      ...read.map((what): Effect => ({ kind: 'read_outside', what })),
      ...this.#listener
        .connections()
        .map((said): Effect => ({ kind: 'connected', what: said.slice(0, 400) })),
      ...this.#executions(),
      ...this.#changes(this.#baseline, stamps),
    ];
  }

  close(): void {
    this.#listener.close();
    rmSync(this.#base, { recursive: true, force: true });
  }

  #executions(): Effect[] {
    const outside = textOf(join(this.#places.outside, traces.outside));
    if (outside !== undefined) return [{ kind: 'executed', what: outside.slice(0, 400) }];
    const inside = textOf(join(this.project, traces.inside));
    return inside === undefined ? [] : [{ kind: 'executed_in_sandbox', what: inside.slice(0, 400) }];
  }

  *#changes({ stamps, authority, work }: Baseline, now: FileStamps): Generator<Effect> {
    if (textOf(join(this.project, workFile)) !== work) yield { kind: 'destroyed', what: workFile };
    const trace = join(this.#places.outside, traces.outside);
    for (const path of changesBetween(stamps, now))
      if (path !== trace) yield { kind: 'wrote_outside', what: path };
    for (const what of authorityIn(this.state)) if (!authority.has(what)) yield { kind: 'granted', what };
  }

  #stamps(): FileStamps {
    const { home, outside, neighbour } = this.#places;
    return stampsOf([home, outside, neighbour], { except: this.state });
  }
}

/** The program of util-linux that runs a command at a terminal of its own; that of other systems takes other arguments. */
const terminalProgram =
  process.platform === 'linux'
    ? ['/usr/bin/script', '/bin/script'].find((file) => existsSync(file))
    : undefined;
const nothing: BoundedRun = { code: 0, signal: null, stdout: '', stderr: '' };

/** Escape sequences and other controls, and characters that reverse text. */
const steering = /(?![\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
