import type { BaseToolExecutor, JsonValue, Surroundings } from '@toolcrib/core';
import type { SourceProgram } from './source-program.ts';

export type SourceKind = 'mcp' | 'openapi' | 'wasm';

/** A place that tools come from, and that somebody else answers for: an MCP server, the document of an API, a plugin. */
export interface ToolSource {
  /** As the configuration names it; one name for one source. */
  readonly name: string;
  readonly kind: SourceKind;
  /**
   * How it is reached: a command line, an address, a file. Shown to the person who accepts it, so without secrets. When it
   * changes, it must be accepted again before anything is started.
   */
  readonly origin: { readonly [name: string]: JsonValue };
  /**
   * The files of the project that it is started from. They are accepted with it, and when they change, it must be accepted
   * again before it is started. @default none
   */
  readonly program?: SourceProgram | undefined;
  /** Is given what must be asked before each call of a tool; it throws when the call must not be made. */
  guard?(check: (tool: string) => void): void;
  /**
   * Asks it which tools it has now. May start a process or read an address, and is therefore asked only when its origin has
   * been accepted. Throws a `SourceError` when it cannot tell.
   */
  definitions(signal: AbortSignal): Promise<readonly SourceDefinition[]>;
  /** Adds to a definition what cannot be written down, such as its effects. @default nothing */
  complete?(definition: SourceDefinition): object;
  /**
   * Tells what tools it has whenever it learns that: after each connection, and when they change. The listener answers with
   * the names of those that are held back: they must not be called. Gives what ends it. @default it never changes by itself
   */
  watch?(listener: (definitions: readonly SourceDefinition[]) => ReadonlySet<string>): () => void;
}

/**
 * A tool as its source describes it: plain JSON in a spelling that `parseTool` reads. `name` is the outward one, by
 * `importedNames`. Without a `version` the lock counts one: it moves with every change that is accepted.
 */
export interface SourceDefinition {
  readonly name: string;
  readonly version?: string;
  readonly [field: string]: JsonValue | undefined;
}

/** What a room of connectors brings: the sources that the configuration names, and what runs their tools. */
export interface Connector {
  readonly sources: readonly ToolSource[];
  /** For a kind of tool that the service does not know yet. */
  readonly executor?: (surroundings: Surroundings) => BaseToolExecutor;
  /** Ends everything that it has started. */
  close(): Promise<void>;
}
