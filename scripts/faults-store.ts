/**
 * Kills processes that record, and processes that pay, many times and at random points, over both databases:
 * `npm run faults:store [kills] [seed]`, half of the kills of each kind on each database. Payments are counted where they arrive.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownSchema, startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import {
  inspect,
  killRecordings,
  startRecording,
  type FaultReport,
} from '../packages/toolcrib/src/store/history/recording-processes.test-support.ts';
import {
  killWhilePaying,
  type StartKillReport,
} from '../packages/toolcrib/src/store/history/start-kills.test-support.ts';
import type { StorePlace } from '../packages/toolcrib/src/store/store-place.ts';

const [kills = 200, seed = 1] = process.argv.slice(2).map(Number);
const random = createRandom(seed);
const server = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'toolcrib-faults-'));
let isSound = true;

const places: readonly (() => StorePlace)[] = [
  () => ({ kind: 'sqlite', file: join(mkdtempSync(join(folder, 'file-')), '.toolcrib', 'store.db') }),
  () => ({ kind: 'postgres', url: server.url, schema: ownSchema() }),
];
for (const newPlace of places) {
  const killed = { place: newPlace(), stateFolder: folder };
  const report = await killRecordings(killed, { kills: kills / places.length, atOnce: 4, random });
  tell(
    `${killed.place.kind}: ${report.kills} kills, ${report.acknowledged} records said to be written`,
    report,
  );

  const paying = { place: newPlace(), stateFolder: folder };
  tellPayments(paying.place.kind, await killWhilePaying(paying, { kills: kills / places.length, random }));

  const shared = { place: newPlace(), stateFolder: folder };
  const names = Array.from({ length: 8 }, (_, at) => `process${at}`);
  const all = names.map((name) => startRecording({ ...shared, name, calls: 2000 }));
  await Promise.all(all.map((recording) => recording.ended()));
  const written = new Map(names.map((name) => [name, 2000]));
  tell(`${shared.place.kind}: 8 processes with 2000 records each`, await inspect(shared, written));
}
await server.stop();
rmSync(folder, { recursive: true });
process.exitCode = isSound ? 0 : 1;

function tell(what: string, { records, missing, doubled, torn, verification }: FaultReport): void {
  const { ok, problem } = verification;
  if (!ok || missing.length + doubled.length + torn.length > 0) isSound = false;
  console.log(
    `${what}; found ${records}, missing ${missing.length}, doubled ${doubled.length}, torn ${torn.length}, ` +
      `chain ${ok ? 'verifies' : `broken at ${problem?.seq}: ${problem?.kind}`}`,
  );
}

function tellPayments(kind: string, report: StartKillReport): void {
  const { received, untraced, records, unknown, doubled, wrong, isSound: isIntact } = report;
  if (!isIntact || untraced.length + doubled.length + wrong.length > 0) isSound = false;
  console.log(
    `${kind}: ${report.kills} kills of processes that pay; ${received} payments arrived, ${untraced.length} without a record; ` +
      `${records} records, ${unknown} of them unknown, ${doubled.length} doubled, ${wrong.length} problems, ` +
      `chain ${isIntact ? 'verifies' : 'broken'}`,
  );
  for (const line of [...untraced, ...doubled, ...wrong].slice(0, 20)) console.log(`  ${line}`);
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
function createRandom(start: number): () => number {
  let state = start;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
