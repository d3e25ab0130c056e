import type { Call } from '../hostile-repository/calls.ts';

export type Files = { readonly [path: string]: unknown };

/** A call that works, and a part of what it gives. */
export interface WorkingCall {
  readonly call: Call;
  readonly gives: unknown;
  /** Who calls. @default the person at the machine */
  readonly agent?: string;
}

/** Where a project is built. */
export interface Place {
  /** The scratch folder, with the project in `project`. */
  readonly base: string;
  readonly project: string;
  /** A server on this machine that answers every request with `{"answer": 42}`. */
  readonly address: string;
}

/** A project as people have them, with nothing wrong about it. */
export interface OrdinaryProject {
  readonly name: string;
  readonly about: string;
  /** Anything but text and bytes is written as JSON. */
  readonly files: Files | ((place: Place) => Files);
  /** An ordinary source file, which contains the word `needle` once. */
  readonly source: string;
  /** Lines of bash that finish the project, before its files are committed. @default none */
  readonly setup?: string;
  /** The same afterwards. @default none */
  readonly finish?: string;
  /**
   * `own`: its files are committed to a repository of its own. `above`: to one whose work tree holds the opened folder, with which
   * git works after a person has agreed. `elsewhere`: to one of which only the files are worked with. @default 'own'
   */
  readonly repository?: 'own' | 'above' | 'elsewhere' | 'none';
  /** The folder that is opened, from that of the files. @default '.' */
  readonly opened?: string;
  /** Files that are neither listed nor searched, because the project ignores them. @default none */
  readonly ignored?: readonly string[];
  /** Calls that work without trust. @default none */
  readonly calls?: readonly WorkingCall[];
  /** Whether it has MCP servers or APIs, whose tools are accepted one by one. @default false */
  readonly hasSources?: boolean;
  /** What its configuration asks for: works after it was trusted, and not before. @default nothing */
  readonly whenTrusted?: (place: Place) => readonly WorkingCall[];
}
