/** The server has gone while it was asked. */
export class ServerEnded extends Error {
  constructor() {
    super('the language server has ended');
    this.name = 'ServerEnded';
  }
}
