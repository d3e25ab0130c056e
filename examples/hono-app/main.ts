/** A Hono application with users of its own: each has an agent, answers for it, and sees what is theirs. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApp } from './app.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-hono-'));
const project = join(folder, 'project');
mkdirSync(project);
const app = await createApp(
  [
    { name: 'ann', session: 'session-of-ann', permission: 'read_write' },
    { name: 'ben', session: 'session-of-ben', permission: 'read_only' },
  ],
  { project, environment: { TOOLCRIB_STATE: join(folder, 'state') } },
);
const base = 'http://app.example';
const signedIn = (user: string): { authorization: string } => ({
  authorization: `Bearer session-of-${user}`,
});

/** What a browser, or a program of the user, would ask. @hono/node-server puts `app.fetch` on a port. */
async function ask<Answer>(user: string, path: string, body?: object): Promise<Answer> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await app.fetch(new Request(base + path, { ...init, headers: signedIn(user) }));
  return (await response.json()) as Answer;
}

const pay = { tool_name: 'pay_invoice', arguments: { id: 'A-1' } };
try {
  assert.equal((await app.fetch(new Request(`${base}/tools`))).status, 401);

  // What an agent may not call, its model is not even shown.
  assert((await ask<string[]>('ann', '/tools')).includes('pay_invoice'));
  assert(!(await ask<string[]>('ben', '/tools')).includes('pay_invoice'));
  const refused = await ask<{ error_code: string; remedy: string }>('ben', '/calls', pay);
  assert.equal(refused.error_code, 'permission_denied');
  console.log(refused.remedy);

  // A payment waits until its user has said yes; nobody else sees the question, nor can answer it.
  const paying = ask<{ status: string; output: object }>('ann', '/calls', pay);
  const { id, warning, shown_digest } = await firstQuestion('ann');
  console.log(warning);
  assert.deepEqual(await ask('ben', '/questions'), []);
  const answer = { decision: 'allow_once', shown_digest };
  assert.deepEqual(await ask('ben', `/questions/${id}`, answer), { error: 'There is no such question.' });
  assert.deepEqual(await ask('ann', `/questions/${id}`, answer), { accepted: true });
  assert.deepEqual((await paying).output, { paid: 'A-1', amount: 120 });

  // The same tools for a client of MCP, as the agent of whoever is signed in.
  const client = new Client({ name: 'example', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: signedIn('ben') },
    fetch: async (url, init) => app.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  const { content } = await client.callTool({ name: 'list_invoices', arguments: {} });
  assert.match(JSON.stringify(content), /B-1/u);
  assert.doesNotMatch(JSON.stringify(content), /A-1/u);
  await client.close();

  const history = await ask<{ tool: string; status: string }[]>('ben', '/history');
  assert.deepEqual(
    history.map(({ tool, status }) => `${tool} ${status}`),
    ['list_invoices success', 'pay_invoice blocked'],
  );
} finally {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
}

interface Question {
  readonly id: string;
  readonly warning: string;
  readonly shown_digest: string;
}

async function firstQuestion(user: string): Promise<Question> {
  for (;;) {
    const [question] = await ask<Question[]>(user, '/questions');
    if (question !== undefined) return question;
    await wait(10);
  }
}
