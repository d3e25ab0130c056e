/** Content of files that a command destroys when it is there: of a file, of what a pattern matches, or of a whole folder. */
export interface Loss {
  readonly kind: 'overwrite' | 'delete';
  /** A file; with `glob` the folder that the pattern is matched from. */
  readonly path: string;
  readonly glob?: string;
  /** Which files of the folder, only the command will know. */
  readonly whole?: true;
}
