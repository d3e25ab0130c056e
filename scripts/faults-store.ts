/** Kills processes that record, many times and at random points, over both databases: `npm run faults:store [kills] [seed]`. */
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

/** Numbers from 0 up to 1, the same ones for the same seed. */
function createRandom(start: number): () => number {
  let state = start;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
