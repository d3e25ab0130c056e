/** The server has gone while it was asked. */
export class ServerEnded extends Error {
  constructor(method: string) {
    super(`the language server ended during ${method}`);
    this.name = 'ServerEnded';
  }
}
