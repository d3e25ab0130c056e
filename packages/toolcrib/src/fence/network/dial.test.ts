import { expect, test } from 'vitest';
import { dial } from './dial.ts';
import { closedPort } from './loopback.test-support.ts';

test('who is told to stop before it begins does not begin', async () => {
  const target = { host: '127.0.0.1', port: await closedPort(), addresses: [] };
  const ending = dial(target, { signal: AbortSignal.abort(new Error('enough')) });
  await expect(ending).rejects.toThrow('enough');
});

test('of several addresses that fail the first tells why', async () => {
  const port = await closedPort();
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ] as const;
  await expect(dial({ host: 'localhost', port, addresses })).rejects.toThrow(
    `connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});
