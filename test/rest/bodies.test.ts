import { describe, expect, test } from 'vitest';
import type { Fetch, ToolResult } from '@toolcrib/core';
import { restService } from './rest-tool.ts';

interface Sent {
  readonly type: string;
  readonly body: string;
  readonly form: FormData | undefined;
}

async function sent(
  implementation: object,
  given: object,
): Promise<{ sent: Sent | undefined; result: ToolResult }> {
  let seen: Sent | undefined;
  const fetch: Fetch = async (_, { headers, body }) => {
    const type = headers.get('content-type') ?? '';
    const bytes = Buffer.from(body ?? '');
    const form = type.startsWith('multipart/')
      ? await new Response(bytes, { headers: { 'content-type': type } }).formData()
      : undefined;
    seen = { type, body: bytes.toString('latin1'), form };
    return new Response('ok');
  };
  const service = restService(
    { base_url: 'http://a.example', path: '/', method: 'POST', ...implementation },
    { fetch },
  );
  const result = await service.execute('api', given);
  return { sent: seen, result };
}

describe('a multipart body', () => {
  test('carries texts, JSON, lists and files of both sorts', async () => {
    const implementation = {
      body_type: 'multipart',
      fields: {
        notes: { file: true, media: 'text/markdown' },
        photo: { file: true, media: 'image/png' },
        pages: { file: true },
      },
    };
    const { sent: request } = await sent(implementation, {
      title: 'Ünïcode',
      count: 3,
      about: { a: [1] },
      tags: ['x', 'y'],
      none: null,
      notes: { text: '# Hi', filename: 'notes "1".md' },
      photo: { base64: btoa('\x89PNG\r\n') },
      pages: [{ text: 'one' }, { text: 'two', filename: '2.txt' }],
    });
    const form = request?.form as FormData;
    expect(['title', 'count', 'about', 'none'].map((name) => form.get(name))).toEqual([
      'Ünïcode',
      '3',
      '{"a":[1]}',
      null,
    ]);
    expect(form.getAll('tags')).toEqual(['x', 'y']);
    const [notes, photo] = [form.get('notes') as File, form.get('photo') as File];
    expect([notes.name, notes.type, await notes.text()]).toEqual(['notes "1".md', 'text/markdown', '# Hi']);
    expect([photo.name, photo.type, [...new Uint8Array(await photo.arrayBuffer())]]).toEqual([
      'photo',
      'image/png',
      [0x89, 0x50, 0x4e, 0x47, 13, 10],
    ]);
    expect((form.getAll('pages') as File[]).map(({ name }) => name)).toEqual(['pages', '2.txt']);
  });

  test('cannot be split by a name or a file name', async () => {
    const evil = 'a"\r\nContent-Type: text/html\r\n\r\n<b>';
    const fields = { file: { file: true } };
    const { sent: request } = await sent(
      { body_type: 'multipart', fields },
      { [evil]: 'v', file: { text: 't', filename: evil } },
    );
    expect(request?.body).not.toMatch(/^Content-Type: text\/html/mu);
    expect([...(request?.form?.keys() ?? [])]).toHaveLength(2);
  });

  test.each([
    ['no file at all', 'plain'],
    ['an object without content', { filename: 'x' }],
    ['what is no base64', { base64: '§' }],
  ])('%s is refused by the name of its argument', async (_, file) => {
    const { sent: request, result } = await sent(
      { body_type: 'multipart', fields: { file: { file: true } } },
      { file },
    );
    expect(result).toMatchObject({
      errorCode: 'invalid_arguments',
      data: { problems: [{ path: 'file' }] },
    });
    expect(request).toBeUndefined();
  });
});

test('fields of a form are written in their styles', async () => {
  const implementation = {
    body_type: 'form',
    fields: {
      expand: { style: 'deepObject', explode: true },
      card: { style: 'deepObject', explode: true },
      ids: { style: 'form', explode: false },
    },
  };
  const { sent: request } = await sent(implementation, {
    name: 'a b',
    expand: ['x', 'y'],
    card: { number: 1, owner: { name: 'A&B' } },
    ids: ['1,2', '3'],
    plain: ['p', 'q'],
  });
  expect(request).toMatchObject({
    type: 'application/x-www-form-urlencoded',
    body: 'name=a+b&expand%5B%5D=x&expand%5B%5D=y&card%5Bnumber%5D=1&card%5Bowner%5D%5Bname%5D=A%26B&ids=1%2C2,3&plain=p&plain=q',
  });
});
