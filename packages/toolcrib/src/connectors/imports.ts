import { createHash } from 'node:crypto';
import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import { createError, ToolcribError, type HoldReason, type Tool, type ToolService } from '@toolcrib/core';
import { withLock } from '../files/with-lock.ts';
import { AcceptedTools, type AcceptedSource, type AcceptedTool } from './accepted-tools.ts';
import { asBelieved, claimsReadOnly, type Belief } from './belief.ts';
import type { ImportNotice } from './import-notice.ts';
import { readLock, writeLock } from './lock-file.ts';
import { reviewSource, toDefinition, type Review, type ReviewedTool } from './review.ts';
import { SourceError } from './source-error.ts';
import { programChanges, type ProgramChange, type ProgramDigests } from './source-program.ts';
import { standingOf } from './standing.ts';
import { connectorTexts } from './texts.ts';
import type { SourceDefinition, ToolSource } from './tool-source.ts';

export interface ImportsOptions {
  readonly service: Pick<ToolService, 'registerTool' | 'registry'>;
  /** What the project has accepted: `toolcrib.lock`. */
  readonly lockFile: string;
  /** For what was accepted on this machine; outside the project. */
  readonly folder: string;
  /** Two who accept at once take turns by the lock of this folder: several projects may share a lock file. @default folder */
  readonly lockFolder?: string | undefined;
  /** What is accepted without a person: nothing, or tools that only read and are not suspicious. @default 'nothing' */
  readonly accept?: 'nothing' | 'read_only' | undefined;
  /** Whether a tool that its source has changed can still be called as it was accepted. @default 'hold' */
  readonly changed?: 'hold' | 'keep' | undefined;
  /** Hears what waits for a person, and what cannot be used. */
  readonly onNotice?: ((notice: ImportNotice) => void) | undefined;
}

export interface AcceptOptions {
  /** Of the changes those of these tools. @default all */
  readonly only?: readonly string[] | undefined;
  /** Of the tools that the source calls read-only, those that it is believed of. @default as before, and nothing new */
  readonly believe?: Belief | undefined;
}

/** How a source stands, as far as is known without asking it. */
export interface SourceState {
  readonly source: ToolSource;
  /** Whether somebody on this machine has accepted how it is reached, and the files that it is started from. */
  readonly accepted: boolean;
  /** Files that it is started from, and that have changed since. */
  readonly changedFiles: readonly ProgramChange[];
  /** The tools that can be called. */
  readonly tools: readonly Tool[];
  /** Of these, the names of those that a person believes to be read-only because the source says so. */
  readonly believed: readonly string[];
  readonly heldBack: readonly HeldTool[];
}

interface HeldTool {
  readonly name: string;
  readonly reason: HoldReason;
}

/**
 * The way of other people's tools into the registry. What was accepted is registered when a source is added, without asking
 * it; what it says later is compared with that and waits for a person.
 */
export class Imports {
  readonly #options: ImportsOptions;
  readonly #accepted: AcceptedTools;
  readonly #shelves = new Map<string, Shelf>();
  #follower: FSWatcher | undefined;

  constructor(options: ImportsOptions) {
    this.#options = options;
    this.#accepted = new AcceptedTools(options.folder);
  }

  /** Takes a source in, with what was accepted of it before. */
  add(source: ToolSource): void {
    if (this.#shelves.has(source.name)) throw new SourceError(source.name, { kind: 'source_name_taken' });
    const shelf: Shelf = {
      source,
      accepted: false,
      changedFiles: [],
      tools: new Map(),
      held: new Map(),
      heard: undefined,
      unwatch: undefined,
    };
    this.#shelves.set(source.name, shelf);
    shelf.unwatch = source.watch?.((definitions) => this.#hear(shelf, definitions));
    source.guard?.((tool) => this.#refuseChangedProgram(shelf, tool));
    this.#settle(shelf);
    if (!shelf.accepted && shelf.changedFiles.length === 0)
      this.#notice(shelf, 'source', [...shelf.held.keys()]);
  }

  /** Takes a source out with all its tools. What was accepted stays accepted, unless it is to be forgotten. */
  async remove(name: string, { forget = false }: { readonly forget?: boolean } = {}): Promise<boolean> {
    const shelf = this.#shelves.get(name);
    if (shelf !== undefined) {
      const { registry } = this.#options.service;
      shelf.unwatch?.();
      for (const { tool } of shelf.tools.values()) registry.unregister(tool.id);
      for (const held of shelf.held.keys()) registry.unregister(held);
      this.#shelves.delete(name);
    }
    if (forget) await this.#exclusively(() => this.#forget(name));
    return shelf !== undefined;
  }

  states(): readonly SourceState[] {
    return [...this.#shelves.values()].map(({ source, accepted, changedFiles, tools, held }) => ({
      source,
      accepted,
      changedFiles,
      tools: [...tools.values()].map(({ tool }) => tool),
      believed: [...tools].flatMap(([name, { believed }]) => (believed ? [name] : [])),
      heldBack: [...held].map(([name, reason]) => ({ name, reason })),
    }));
  }

  /** Asks a source what it has now, and compares. Nothing changes by that. */
  async review(name: string, { signal = never }: { readonly signal?: AbortSignal } = {}): Promise<Review> {
    const shelf = this.#shelf(name);
    const { source } = shelf;
    // Whoever asks knows how the source stands; of a program that has changed since nobody has said that it may start.
    if (shelf.accepted && this.#changedFiles(source).length > 0) {
      this.#settleAgain(shelf);
      throw new SourceError(name, { kind: 'source_program', files: namesOf(shelf.changedFiles) });
    }
    const programs = source.program?.digests();
    return { ...this.#compare(source, await source.definitions(signal)), programs };
  }

  /**
   * Accepts what was reviewed, and with it how the source is reached. With `only`, of its changes those of these tools. With
   * `believe`, a person takes the source's word that these tools only read; without it nothing new is believed.
   *
   * @returns the tools that can be called now and could not be called so before
   */
  async accept(
    { source, definitions, programs }: Review,
    { only, believe }: AcceptOptions = {},
  ): Promise<readonly Tool[]> {
    const shelf = this.#shelf(source.name);
    const before = new Set(shelf.tools.values());
    await this.#exclusively(() => {
      // Compared anew: somebody else may have accepted meanwhile.
      const { tools, gone } = this.#compare(source, definitions);
      const known = this.#accepted.read(source.name);
      const now = new Map(known?.tools.map((tool) => [tool.definition.name, tool]));
      const isChosen = (name: string): boolean => only === undefined || only.includes(name);
      for (const { definition } of gone) if (isChosen(definition.name)) now.delete(definition.name);
      for (const { tool, definition, change, believed } of tools) {
        const { name, version, digest } = tool;
        if (change !== undefined && !isChosen(name)) continue;
        const isBelieved =
          believe === undefined || !isChosen(name) ? believed : isMeant(name, definition, believe);
        now.set(name, { version, digest, definition, ...(isBelieved && { believed: true }) });
      }
      this.#write(source, [...now.values()], programs ?? known?.programs);
    });
    shelf.heard = definitions;
    this.#settle(shelf);
    return [...shelf.tools.values()].filter((one) => !before.has(one)).map(({ tool }) => tool);
  }

  /** From now on also follows what other processes accept, where the system can tell; without that a restart does. */
  follow(): void {
    if (this.#follower !== undefined) return;
    const { folder } = this.#options;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#follower = watch(folder, { persistent: false }, (_, file) => {
        for (const shelf of this.#shelves.values())
          if (file === this.#accepted.fileName(shelf.source.name)) this.#settleAgain(shelf);
      });
      // The folder may be taken away while we run.
      this.#follower.on('error', () => this.#follower?.close());
    } catch {
      // Of watchers a system has only so many.
    }
  }

  close(): void {
    this.#follower?.close();
    for (const { unwatch } of this.#shelves.values()) unwatch?.();
  }

  #exclusively(work: () => void): Promise<void> {
    const { folder, lockFolder = folder } = this.#options;
    return withLock(lockFolder, work);
  }

  #shelf(name: string): Shelf {
    const shelf = this.#shelves.get(name);
    if (shelf !== undefined) return shelf;
    throw new SourceError(name, { kind: 'source_unknown', known: [...this.#shelves.keys()] });
  }

  /** Undefined when nobody has accepted how the source is reached now. */
  #acceptedOf(source: ToolSource): AcceptedSource | undefined {
    const accepted = this.#accepted.read(source.name);
    return accepted?.origin === originOf(source) ? accepted : undefined;
  }

  #changedFiles(source: ToolSource): readonly ProgramChange[] {
    const accepted = this.#acceptedOf(source);
    return accepted === undefined ? [] : programChanges(accepted.programs, source.program?.digests());
  }

  /** A program that has changed since it was accepted is not started, and one that runs is not called any more. */
  #refuseChangedProgram(shelf: Shelf, tool: string): void {
    const { source } = shelf;
    if (this.#changedFiles(source).length === 0) return;
    this.#settleAgain(shelf);
    throw createError('tool_held_back', { tool, source: source.name, reason: 'program' });
  }

  #compare(source: ToolSource, definitions: readonly SourceDefinition[]): Review {
    const locked = readLock(this.#options.lockFile).sources[source.name];
    return reviewSource(source, definitions, { accepted: this.#accepted.read(source.name), locked });
  }

  #write(source: ToolSource, tools: readonly AcceptedTool[], programs: ProgramDigests | undefined): void {
    const { lockFile } = this.#options;
    const { sources } = readLock(lockFile);
    const entries = tools.map(({ definition, version, digest }) => [definition.name, { version, digest }]);
    const locked = { kind: source.kind, tools: Object.fromEntries(entries) };
    // The lock first: what was accepted here without it would wait for the lock to agree.
    writeLock(lockFile, { sources: { ...sources, [source.name]: locked } });
    this.#accepted.write(source.name, { origin: originOf(source), programs, tools });
  }

  #forget(name: string): void {
    const { lockFile } = this.#options;
    this.#accepted.remove(name);
    const { [name]: gone, ...sources } = readLock(lockFile).sources;
    if (gone !== undefined) writeLock(lockFile, { sources });
  }

  /** What a source says by itself. Answers with the names that must not be called. */
  #hear(shelf: Shelf, definitions: readonly SourceDefinition[]): ReadonlySet<string> {
    shelf.heard = definitions;
    const review = this.#settleAgain(shelf);
    const welcome = (review?.tools ?? []).filter((one) => this.#isWelcome(one, shelf));
    if (review !== undefined && welcome.length > 0) {
      const only = welcome.map(({ tool }) => tool.name);
      this.accept(review, { only }).catch(() => this.#notice(shelf, 'unusable', only));
    }
    if (review !== undefined && review.unusable.length > 0) {
      const names = review.unusable.map(({ name }) => name);
      this.#notice(shelf, 'unusable', names);
    }
    return new Set(shelf.held.keys());
  }

  /** What the lock knows is welcome on a machine that has accepted its source, and what the policy lets in. */
  #isWelcome({ tool, change, suspicions }: ReviewedTool, { tools }: Shelf): boolean {
    if (change === undefined) return tools.get(tool.name)?.digest !== tool.digest;
    return this.#options.accept === 'read_only' && tool.annotations.readOnly && suspicions.length === 0;
  }

  /** While we run, a lock that cannot be read any more takes the tools out of use: it may have said no to them. */
  #settleAgain(shelf: Shelf): Review | undefined {
    try {
      return this.#settle(shelf);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const names = [...shelf.tools.keys()].filter((name) => this.#hold(shelf, name, 'changed'));
      if (names.length > 0) this.#notice(shelf, 'changed', names);
      return undefined;
    }
  }

  /** Brings the registry to how the tools of a source stand. */
  #settle(shelf: Shelf): Review | undefined {
    const { source, heard } = shelf;
    shelf.changedFiles = this.#changedFiles(source);
    const isChanged = shelf.changedFiles.length > 0;
    const accepted = isChanged ? undefined : this.#acceptedOf(source)?.tools;
    shelf.accepted = accepted !== undefined;
    const review = accepted && heard && this.#compare(source, heard);
    const standing = standingOf({
      accepted,
      locked: readLock(this.#options.lockFile).sources[source.name]?.tools ?? {},
      review,
      changed: this.#options.changed ?? 'hold',
    });
    for (const name of [...shelf.tools.keys(), ...shelf.held.keys()])
      if (!standing.has(name)) this.#withdraw(shelf, name);
    const heldNow = new Map<HoldReason, string[]>();
    for (const [name, stands] of standing) {
      const state = stands === 'source' && isChanged ? 'program' : stands;
      if (typeof state !== 'string') this.#offer(shelf, state);
      else if (this.#hold(shelf, name, state)) heldNow.set(state, [...(heldNow.get(state) ?? []), name]);
    }
    heldNow.delete('source');
    for (const [reason, names] of heldNow) this.#notice(shelf, reason, names);
    return review;
  }

  #offer(shelf: Shelf, { definition, version, digest, believed = false }: AcceptedTool): void {
    const { source, tools, held } = shelf;
    const offered = tools.get(definition.name);
    if (offered?.digest === digest && offered.believed === believed) return;
    // Another version comes before the old one goes: there is always one to be called.
    const replaces = offered !== undefined && offered.tool.version !== version;
    if (offered !== undefined && !replaces) this.#withdraw(shelf, definition.name);
    const { service } = this.#options;
    // Under a name that somebody else has, it would be one more version of theirs, and perhaps the one that is called.
    if (!replaces && service.registry.get(definition.name) !== undefined)
      return this.#notice(shelf, 'taken', [definition.name]);
    try {
      const given = believed ? asBelieved(definition) : definition;
      const tool = service.registerTool(toDefinition(source, given, version));
      if (replaces) service.registry.unregister(offered.tool.id);
      tools.set(tool.name, { tool, digest, believed });
      held.delete(tool.name);
    } catch (error) {
      if (!(error instanceof ToolcribError)) throw error;
      if (replaces) this.#withdraw(shelf, definition.name);
      this.#notice(shelf, error.code === 'duplicate_name' ? 'taken' : 'unusable', [definition.name]);
    }
  }

  /** Whether it was not held for that before. */
  #hold({ source, tools, held }: Shelf, name: string, reason: HoldReason): boolean {
    const { registry } = this.#options.service;
    // Somebody else's tool of the same name is not ours to hold.
    const isOthers = !tools.has(name) && registry.get(name) !== undefined;
    if (isOthers || held.get(name) === reason) return false;
    tools.delete(name);
    held.set(name, reason);
    registry.holdBack(name, { source: source.name, reason });
    return true;
  }

  #withdraw({ tools, held }: Shelf, name: string): void {
    const { registry } = this.#options.service;
    registry.unregister(tools.get(name)?.tool.id ?? name);
    tools.delete(name);
    held.delete(name);
  }

  #notice({ source, changedFiles }: Shelf, reason: ImportNotice['reason'], tools: readonly string[]): void {
    const facts = { source: source.name, reason, tools, files: namesOf(changedFiles) };
    this.#options.onNotice?.({ ...facts, in: (locale) => connectorTexts(locale).notice(facts) });
  }
}

interface Shelf {
  readonly source: ToolSource;
  /** Whether somebody on this machine has accepted how it is reached. */
  accepted: boolean;
  changedFiles: readonly ProgramChange[];
  /** By name, those that can be called, with the digest under which they were accepted. */
  readonly tools: Map<string, OfferedTool>;
  readonly held: Map<string, HoldReason>;
  /** What the source said last; undefined when it has not been heard. */
  heard: readonly SourceDefinition[] | undefined;
  unwatch: (() => void) | undefined;
}

interface OfferedTool {
  readonly tool: Tool;
  readonly digest: string;
  readonly believed: boolean;
}

function namesOf(changes: readonly ProgramChange[]): readonly string[] {
  return changes.map(({ path }) => path);
}

function isMeant(name: string, definition: SourceDefinition, believe: Belief): boolean {
  return claimsReadOnly(definition) && (believe === 'read_only' || believe.includes(name));
}

const never = new AbortController().signal;

/** Any other way to reach a source is another source. */
function originOf({ kind, origin }: ToolSource): string {
  const parts = Object.entries(origin).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const said = JSON.stringify([kind, parts]);
  return createHash('sha256').update(said).digest('hex');
}
