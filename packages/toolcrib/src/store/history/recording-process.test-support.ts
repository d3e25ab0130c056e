import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordOf } from '../store.test-support.ts';
import { createStore } from '../store.ts';
import type { StorePlace } from '../store-place.ts';

/** What a process of its own is told to do: its argument, as JSON. */
export interface RecordingOrders {
  readonly place: StorePlace;
  readonly stateFolder: string;
  /** Beginning of the ids of its calls; a number from 1 follows. */
  readonly name: string;
  /** How many calls it records. @default without end */
  readonly calls?: number;
  /** How it ends when it has recorded them. `stay` waits for a signal. @default 'close' */
  readonly ending?: 'close' | 'return' | 'exit' | 'stay' | 'own-handler';
}

const {
  place,
  stateFolder,
  name,
  calls = Infinity,
  ending = 'close',
} = JSON.parse(process.argv[2] ?? '') as RecordingOrders;
const store = createStore({
  place,
  stateFolder,
  onProblem: ({ code, data }) => tell(['problem', code, ...('count' in data ? [data.count] : [])].join(' ')),
});

let recorded = 0;
while (recorded < calls) {
  for (let turn = 0; turn < 20 && recorded < calls; turn++)
    await store.history.append(recordOf({ callId: `${name}_${++recorded}`, time: Date.now() }));
  if (calls === Infinity && recorded % 200 === 0) {
    const flushed = recorded;
    // Not waited for: more is recorded while this is written.
    void store.history.flush().then(
      () => tell(`flushed ${flushed}`),
      () => undefined,
    );
  }
  await nextTurn();
}
tell(`recorded ${recorded}`);
if (ending === 'close') await store.close();
if (ending === 'exit') process.exit(3);
if (ending === 'own-handler') process.on('SIGTERM', () => setTimeout(() => process.exit(5), 50));
if (ending === 'stay' || ending === 'own-handler') setInterval(() => undefined, 1000);

/** At once, whatever happens next. */
function tell(line: string): void {
  writeSync(1, `${line}\n`);
}
