/** Calls a tool that posts to a server, again and again, until it is killed; started by start-records.test.ts. */
import { writeSync } from 'node:fs';
import { ToolService } from '@toolcrib/core';
import { createStore } from '../store.ts';
import type { StorePlace } from '../store-place.ts';

/** What it is told to do: its argument, as JSON. */
export interface StartOrders {
  readonly place: StorePlace;
  readonly stateFolder: string;
  readonly url: string;
  readonly name: string;
}

const { place, stateFolder, url, name } = JSON.parse(process.argv[2] ?? '') as StartOrders;
const store = createStore({ place, stateFolder, onProblem: ({ code }) => tell(`problem ${code}`) });
const service = new ToolService({ builtins: false, history: store.history });
service.registerTool({
  name: 'pay',
  description: 'Pays.',
  approval: 'safe',
  annotations: { readOnly: false, destructive: true },
  parameters: { type: 'object' },
  run: async (_input: object, { callId }: { readonly callId: string }) => {
    const response = await fetch(`${url}/${callId}`, { method: 'POST' });
    return response.status;
  },
});

for (let call = 0; ; call += 5) {
  const callIds = [1, 2, 3, 4, 5].map((one) => `${name}_${call + one}`);
  const results = await Promise.all(callIds.map((callId) => service.execute('pay', {}, { callId })));
  for (const result of results)
    if (result.status !== 'success') tell(`ended ${result.status} ${result.errorCode}`);
  tell('paid');
}

/** At once, whatever happens next. */
function tell(line: string): void {
  writeSync(1, `${line}\n`);
}
