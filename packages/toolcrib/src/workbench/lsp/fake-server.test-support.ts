/** A language server for tests: `node fake-server.test-support.ts <ways…>`. It knows one word and has bad manners. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ways = new Set(process.argv.slice(2));

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: { readonly uri: string; readonly text?: string; readonly version?: number };
    readonly contentChanges?: readonly { readonly text: string }[];
    readonly rootUri?: string;
    readonly changes?: readonly unknown[];
  };
}

const texts = new Map<string, string>();
const watched: unknown[] = [];
let root = '';
const range = (line: number, from: number, to: number): object => ({
  start: { line, character: from },
  end: { line, character: to },
});

function send(message: object): void {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const editsOf = (names: readonly string[]): object => ({
  changes: Object.fromEntries(
    names.map((name) => [new URL(name, `${root}/`).href, [{ range: range(0, 0, 3), newText: 'new' }]]),
  ),
});

const answers: { readonly [method: string]: (message: Message) => unknown } = {
  initialize: ({ params }) => {
    root = params?.rootUri ?? '';
    return { capabilities: ways.has('pushes') ? {} : { diagnosticProvider: {} } };
  },
  shutdown: () => null,
  'textDocument/hover': ({ params }) => {
    if (ways.has('crashes') || (ways.has('crashes-once') && !existsSync('crashed'))) {
      writeFileSync('crashed', '');
      process.exit(1);
    }
    const text = texts.get(params?.textDocument?.uri ?? '') ?? '';
    return { contents: [`${process.pid}`, { value: JSON.stringify({ text, watched }) }] };
  },
  'textDocument/definition': () => [
    { uri: new URL('../outside/secret.txt', `${root}/`).href, range: range(0, 0, 1) },
    { uri: 'bundled:///lib.d.ts', range: range(0, 0, 1) },
    { targetUri: new URL('word.fake', `${root}/`).href, targetSelectionRange: range(0, 0, 1) },
  ],
  'textDocument/documentSymbol': () =>
    Array.from({ length: 3000 }, (_, index) => ({
      name: `name ${index}`,
      kind: 12,
      range: range(index, 0, 1),
    })),
  'workspace/symbol': () => [
    { name: 'fake', kind: 99, location: { uri: `${root}/word.fake`, range: range(0, 0, 1) } },
  ],
  'textDocument/diagnostic': () => ({ items: [] }),
  'textDocument/rename': () => {
    if (ways.has('edits-outside')) return editsOf(['word.fake', '../outside/secret.txt']);
    if (ways.has('edits-protected')) return editsOf(['word.fake', 'toolcrib.json']);
    if (ways.has('edits-latin')) return editsOf(['word.fake', 'latin.fake']);
    if (ways.has('edits-nothing')) return null;
    if (ways.has('creates')) return { documentChanges: [{ kind: 'create', uri: `${root}/made` }] };
    if (ways.has('changes-meanwhile')) {
      appendFileSync(fileURLToPath(`${root}/other.fake`), 'more\n');
      return editsOf(['word.fake', 'other.fake']);
    }
    return editsOf(['word.fake', 'other.fake']);
  },
};

const notes: { readonly [method: string]: (message: Message) => void } = {
  'textDocument/didOpen': ({ params }) => {
    texts.set(params?.textDocument?.uri ?? '', params?.textDocument?.text ?? '');
    publish(params?.textDocument?.uri ?? '');
  },
  'textDocument/didChange': ({ params }) => {
    texts.set(params?.textDocument?.uri ?? '', params?.contentChanges?.[0]?.text ?? '');
    publish(params?.textDocument?.uri ?? '');
  },
  'textDocument/didClose': ({ params }) => void texts.delete(params?.textDocument?.uri ?? ''),
  'workspace/didChangeWatchedFiles': ({ params }) => void watched.push(...(params?.changes ?? [])),
  exit: () => process.exit(0),
};

function publish(uri: string): void {
  if (!ways.has('pushes')) return;
  const message = `${texts.get(uri)?.length} characters`;
  setTimeout(
    () =>
      send({
        method: 'textDocument/publishDiagnostics',
        params: { uri, diagnostics: [{ range: range(0, 0, 1), severity: 2, message }] },
      }),
    50,
  );
}

function take({ id, method = '', ...rest }: Message): void {
  if (id === undefined) return notes[method]?.({ method, ...rest });
  if (ways.has('silent') || (ways.has('hangs') && method === 'textDocument/hover')) return undefined;
  if (ways.has('nonsense') && method === 'textDocument/hover')
    return void process.stdout.write('Content-Length: 5\r\n\r\n{"a":');
  const answer = answers[method];
  if (answer === undefined) send({ id, error: { code: -32_601, message: `no ${method} \u001B[31m` } });
  else send({ id, result: answer({ id, method, ...rest }) });
}

if (ways.has('garbage')) {
  const flood = (): void => {
    while (process.stdout.write('x'.repeat(65_536)));
    process.stdout.once('drain', flood);
  };
  flood();
}
if (ways.has('noisy'))
  for (let index = 0; index < 200; index++) process.stderr.write('noise '.repeat(20_000));

let buffer = Buffer.alloc(0);
if (!ways.has('deaf'))
  process.stdin.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/iu.exec(buffer.toString('latin1', 0, end))?.[1]);
      if (end < 0 || buffer.length < end + 4 + length) return;
      const body = buffer.subarray(end + 4, end + 4 + length).toString();
      buffer = buffer.subarray(end + 4 + length);
      take(JSON.parse(body) as Message);
    }
  });
process.stdin.on('end', () => process.exit(0));
setInterval(() => undefined, 1000);
