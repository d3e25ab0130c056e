import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import type { CallOptions } from '../tool/call.ts';
import { MemoryHistory } from './memory-history.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { CallRecord } from './record.ts';

interface Told {
  readonly record: CallRecord | undefined;
  readonly events: readonly object[];
}

/** What is recorded and told of one call of a tool that gives back or throws what it was given. */
async function told(given: object, options: CallOptions = {}, fails = false): Promise<Told> {
  const history = new MemoryHistory();
  const service = new ToolService({ builtins: false, history });
  service.registerTool({
    name: 'echo',
    description: 'Gives back what it was given.',
    parameters: { type: 'object' },
    run: (input: object) => {
      if (fails) throw new Error(`cannot take ${JSON.stringify(input)}`);
      return { input };
    },
  });
  const events: object[] = [];
  for (const name of ['call-start', 'call-run', 'call-end', 'call-fail'] as const)
    service.on(name, (event) => events.push(event));
  await service.execute('echo', given, options);
  return { record: history.list()[0], events };
}

const secret = `
  password passwords passwordHash user_password PASSWORD passWord Password2 dbpassword passwd passphrase passcode pwd pw
  pass DB_PASS secret secrets client_secret clientSecret CLIENT-SECRET token tokens accessToken access_tokens accesstoken
  GITHUB_TOKEN refresh-token2 jwt userJWT JWTToken bearer auth basic_auth auth_header authorization Proxy-Authorization
  cookie cookies set-cookie Set-Cookie credential credentials api_key apiKey APIKey apikey X-Api-Key private_key
  privateKeys access_key AWS_SECRET_ACCESS_KEY ssh_key session_id sessionId pin userPIN pin_code otp totp_code ssn cvv
  cvc security_code connectionString`;
const harmless = `
  compass bypass passed passenger pass_rate password_policy passwords_total author authors authority auth_type authorized
  tokenizer tokenize max_tokens maxTokens total_tokens prompt_tokens tokens_used token_count token_type key keys keyboard
  monkey keynote primary_key public_key idempotency_key secretary session sessions spin opinion pinned pin_color cookiecutter
  bearing hotpot class zip_code description id`;
const words = (names: string): string[] => names.trim().split(/\s+/u);

describe('names', () => {
  test.each(words(secret))('%s is the name of a secret', async (name) => {
    const { record, events } = await told({ [name]: 'value', deep: [{ [name]: { a: 1 } }] });
    const taken = { [name]: '[redacted]', deep: [{ [name]: '[redacted]' }] };
    expect(record).toMatchObject({ arguments: taken, output: { input: taken } });
    expect(events).toMatchObject([
      { arguments: taken },
      { arguments: taken },
      { arguments: taken, output: { input: taken } },
    ]);
  });

  test.each(words(harmless))('%s is not', async (name) => {
    const given = { [name]: 'value', deep: [{ [name]: { a: 1 } }] };
    expect((await told(given)).record).toMatchObject({ arguments: given, output: { input: given } });
  });

  test('whether there is one is no secret', async () => {
    const given = { has_password: true, token: null };
    expect((await told(given)).record?.arguments).toEqual(given);
  });

  test('however long they are, the end tells', async () => {
    const name = `${'a1'.repeat(100_000)}_token`;
    expect((await told({ [name]: 'value' })).record?.arguments).toEqual({ [name]: '[redacted]' });
  });
});

describe('a variable that is secret by its name', () => {
  const variables = {
    secrets: { tracker: 'tr-4711-xyz', quoted: 'say "friend" & enter', number: 12_345_678 },
    user: { name: 'Ada', password: 'hunter22' },
  };

  test.each([
    ['{{secrets.tracker}}', '[redacted]'],
    ['Bearer {{ secrets.tracker }}', 'Bearer [redacted]'],
    ['{{secrets.quoted}}', '[redacted]'],
    ['{{secrets.number}}', '[redacted]'],
    ['{{user.password}}', '[redacted]'],
    ['of {{user}}', 'of {"name":"Ada","password":"[redacted]"}'],
    ['{{user.name}}', 'Ada'],
  ])('%s is taken out of record and events', async (text, shown) => {
    const { record, events } = await told({ text }, { variables });
    expect(record).toMatchObject({ arguments: { text: shown }, output: { input: { text: shown } } });
    expect(events).toMatchObject([
      { arguments: { text } },
      { arguments: { text: shown } },
      { arguments: { text: shown }, output: { input: { text: shown } } },
    ]);
  });

  test('is taken out of the error and its stack', async () => {
    for (const text of ['{{secrets.tracker}}', '{{secrets.quoted}}']) {
      const all = JSON.stringify(await told({ text }, { variables }, true));
      expect(all).toContain('cannot take');
      expect(all).not.toMatch(/4711|friend/u);
    }
  });

  test('reaches the tool and the caller as it is', async () => {
    const service = new ToolService({ builtins: false });
    service.registerTool({
      name: 'echo',
      description: 'Gives back what it was given.',
      parameters: { type: 'object' },
      run: (input: object) => input,
    });
    expect(await service.execute('echo', { text: '{{secrets.tracker}}' }, { variables })).toMatchObject({
      output: { text: 'tr-4711-xyz' },
    });
  });
});

describe('a secret by its value or its shape', () => {
  const known = 'correct horse battery';
  const shaped = `ghp_${'a1B2c3'.repeat(6)}`;
  const all = JSON.stringify({ known, shaped });

  /** What is recorded and told of a call of a tool that has met both. */
  async function heard(run: (text: string, context: ToolContext) => unknown): Promise<string> {
    const history = new MemoryHistory();
    const service = new ToolService({ builtins: false, history, secretValues: [known, 'short'] });
    service.registerTool({
      name: 'echo',
      description: 'Meets secrets.',
      parameters: { type: 'object' },
      run: ({ text }: { text?: unknown }, context) => run(text as string, context),
    });
    const events: object[] = [];
    for (const name of ['call-start', 'call-run', 'call-progress', 'call-end', 'call-fail'] as const)
      service.on(name, (event) => events.push(event));
    await service.execute('echo', { text: all, [`key ${known}`]: [shaped] });
    return JSON.stringify([history.list(), events]);
  }

  test.each([
    ['arguments', () => 'done'],
    ['the output', (text: string) => ({ deep: [text] })],
    ['names of the output', (text: string) => ({ [text]: 1 })],
    ['progress', (text: string, { progress }: ToolContext) => progress({ line: text })],
    ['the error, its stack and its causes', fails],
  ])('is taken out of %s', async (_, run) => {
    const text = await heard(run);
    expect(text).toContain('[redacted]');
    expect(text).not.toMatch(/correct horse|a1B2c3/u);
  });

  function fails(text: string): never {
    throw new Error(`cannot take ${text}`, { cause: new Error(`because of ${text}`, { cause: text }) });
  }

  test('is taken out of the name of a tool that is not there', async () => {
    const history = new MemoryHistory();
    const service = new ToolService({ history });
    const events: object[] = [];
    service.on('call-fail', (event) => events.push(event));
    await service.execute(`Read ${shaped}`);
    expect(JSON.stringify([history.list(), events])).not.toContain('a1B2c3');
  });

  test('that a REST tool has read is taken out of what other tools give back', async () => {
    const history = new MemoryHistory();
    const service = new ToolService({
      history,
      fetch: () => Promise.resolve(new Response('{}')),
      secrets: () => Promise.resolve('staple-4711'),
    });
    service.registerTool({
      name: 'api',
      description: 'Asks a server.',
      approval: 'safe',
      parameters: { type: 'object' },
      implementation: {
        type: 'rest',
        base_url: 'https://example.com',
        path: '/',
        auth: { type: 'bearer', secret: 'KEY' },
      },
    });
    await service.execute('api');
    await service.execute('string', { operation: 'lower', text: 'staple-4711' });
    expect(JSON.stringify(history.list())).not.toContain('staple-4711');
  });

  test('reaches the tool and the caller as it is', async () => {
    const service = new ToolService({ builtins: false, secretValues: [known] });
    service.registerTool({
      name: 'echo',
      description: 'Gives back what it was given.',
      parameters: { type: 'object' },
      run: (input: object) => input,
    });
    expect(await service.execute('echo', { all })).toMatchObject({ output: { all } });
  });
});

describe('a text that is too long to be looked through', () => {
  const token = `ghp_${'a1B2c3'.repeat(6)}`;

  test.each([
    ['prose', 'Lorem ipsum dolor sit amet. '],
    ['beginnings of tokens', 'sk-ghp_eyJ'],
    ['beginnings of keys', '-----BEGIN PRIVATE KEY'],
    ['addresses without an end', '://a:'],
    ['names without values', 'token= '],
    ['values', 'token=a1234 '],
    ['dashes', '-'],
    ['cookies', 'cookie:a'],
  ])('is kept in part, of sixteen million characters as of %s', async (_, piece) => {
    const text = piece.repeat(Math.floor(15_900_000 / piece.length));
    const { record } = await told({ text });
    const kept = JSON.stringify(record?.arguments);
    expect(kept.length).toBeLessThan(3_000_000);
    expect(kept).toMatch(/\[cut: \d+ characters\]"\}$/u);
  });

  test('is not cut where a part of a secret would stay', async () => {
    for (let before = 249_940; before < 250_010; before++) {
      const { record } = await told({ text: `${' '.repeat(before)}${token} ${'x'.repeat(100)}` });
      expect(JSON.stringify(record)).not.toContain('a1B2');
    }
  });

  test('takes the place of those that come after it', async () => {
    const { record } = await told({ text: 'x'.repeat(260_000), next: token, short: 'ok' });
    expect(record?.arguments).toMatchObject({ next: '[cut: 40 characters]', short: 'ok' });
  });
});
