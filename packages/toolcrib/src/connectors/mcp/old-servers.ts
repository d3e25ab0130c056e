import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import type { StdioWay } from './mcp-server-config.ts';

/** Milliseconds after which a server is asked again how old it is: it may be a newer one by then. */
const horizon = 7 * 24 * 3600 * 1000;

/** Remembers a server that ends when it is asked how old it is, so that it need not be started twice every time. */
export class OldServer {
  readonly #file: string;
  readonly #way: string;

  constructor(stateFolder: string, { name, way }: { readonly name: string; readonly way: StdioWay }) {
    this.#file = join(stateFolder, 'mcp', `${encodeURIComponent(name)}.old`);
    this.#way = createHash('sha256')
      .update(JSON.stringify([way.command, way.args, way.cwd]))
      .digest('hex');
  }

  get isKnown(): boolean {
    try {
      const [way, since] = readFileSync(this.#file, 'utf8').split(' ');
      return way === this.#way && Date.now() - Number(since) < horizon;
    } catch {
      return false;
    }
  }

  remember(): void {
    replaceFile(this.#file, `${this.#way} ${Date.now()}`, { mode: 0o600 });
  }

  forget(): void {
    rmSync(this.#file, { force: true });
  }
}
