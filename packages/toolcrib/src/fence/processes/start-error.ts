/** A process that could not be started. What stood in the way, where it was not the program itself, is the cause. */
export class StartError extends Error {
  /** The system's word, such as `ENOENT`; `CLOSED` after everything was ended. */
  readonly code: string;
  readonly program: string;

  constructor(program: string, code: string, options?: ErrorOptions) {
    super(`cannot start ${program}: ${code}`, options);
    this.name = 'StartError';
    this.program = program;
    this.code = code;
  }
}
