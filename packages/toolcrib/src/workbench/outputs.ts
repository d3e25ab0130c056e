/** Output for a model: at most 50 KB and 2,000 lines. */
export const outputLimits = { bytes: 50_000, lines: 2000 } as const;

/** Text as it is handed to a model, with what is needed to fetch the rest. */
export interface CutText {
  readonly text: string;
  /** Undefined when nothing was cut. */
  readonly cut: CutNote | undefined;
}

export interface CutNote {
  /** What `Read` takes as `file_path` to give the whole, with `offset` and `limit`. */
  readonly handle: string;
  readonly totalBytes: number;
  readonly totalLines: number;
  /** How many lines the text holds. */
  readonly shownLines: number;
}

/** Keeps output that is too long for a model, so that Read can give the rest. */
export interface Outputs {
  /** Cuts at a line, says so at the end of the text, and keeps the whole under a handle that nobody can guess. */
  cut(text: string): Promise<CutText>;
  /** Keeps a text as it is, and gives the handle to read it by. */
  keep(text: string): Promise<string>;
  /** The file behind a handle; undefined when it is none, or when it is gone. */
  find(handle: string): Promise<string | undefined>;
  isHandle(path: string): boolean;
}
