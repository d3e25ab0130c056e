/** Content of files that a command destroys when it is there: of a file, of what a pattern matches, or of a whole folder. */
export interface Loss {
  readonly kind: 'overwrite' | 'delete';
  /** A file; with `glob` the folder that the pattern is matched from. */
  readonly path: string;
  readonly glob?: string;
  /** What the pattern matches is brought to this folder, and destroys what has the same names there. */
  readonly into?: string;
  /** Which files of the folder, only the command will know. */
  readonly whole?: true;
  /**
   * Git itself puts these files back, so that only those it has can lose anything: what differs from its index, or from the last
   * commit where the index is put back as well.
   */
  readonly putBack?: 'index' | 'commit';
}
