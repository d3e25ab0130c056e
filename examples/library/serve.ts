/** The API of api.yaml, on a port of this machine: `node examples/library/serve.ts 4010`. */
import { createServer } from 'node:http';

const books = new Map([
  [1, { id: 1, author: 'Le Guin', title: 'The Dispossessed' }],
  [2, { id: 2, author: 'Calvino', title: 'Invisible Cities' }],
]);

const server = createServer(({ method, url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://library');
  const author = searchParams.get('author');
  const id = Number(/^\/books\/(\d+)$/u.exec(pathname)?.[1]);
  const answer = (status: number, body?: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (method === 'GET' && pathname === '/books')
    answer(
      200,
      [...books.values()].filter((book) => author === null || book.author === author),
    );
  else if (!books.has(id)) answer(404, { error: 'no such book' });
  else if (method === 'GET') answer(200, books.get(id));
  else if (method === 'DELETE') answer(books.delete(id) ? 204 : 404);
  else answer(405);
});
server.listen(Number(process.argv[2] ?? 4010), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
