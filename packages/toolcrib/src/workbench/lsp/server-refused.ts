/** The server has answered that it does not answer, in words of its own. */
export class ServerRefused extends Error {
  constructor(words: string, options: ErrorOptions) {
    super(words, options);
    this.name = 'ServerRefused';
  }
}
