/** A process that uses the library: makes the calls that it reads, and tells how each ended. Ends with its input. */
import { createInterface } from 'node:readline';
import { openToolcrib } from 'toolcrib';
import type { CallAsked } from './calls.ts';
import type { Answer } from './ledger.ts';

const { service, close } = await openToolcrib({
  trust: 'always',
  desks: [],
  onStoreProblem: () => undefined,
});

async function answer({ mark, tool, given }: CallAsked): Promise<void> {
  const result = await service.execute(tool, given, { agent: 'user' });
  const told: Answer =
    result.status === 'success'
      ? { mark, status: 'success', code: undefined, output: result.output }
      : { mark, status: result.status, code: result.errorCode, output: undefined };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

const calls = new Set<Promise<void>>();
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const call = answer(JSON.parse(line) as CallAsked).finally(() => calls.delete(call));
  calls.add(call);
}
await Promise.all(calls);
await close();
