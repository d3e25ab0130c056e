/**
 * Processes are killed while they run plans with payments: `npm run faults:plans [kills] [seed]`. 100 kills on each database;
 * with `--engine dbos`, of one of two and of four workers, some of which are frozen and wake up later instead. Payments are
 * counted where they arrive.
 */
import { parseArgs } from 'node:util';
import { killAmongWorkers } from '../packages/toolcrib/src/engine/worker-kills.test-support.ts';
import {
  newSchema,
  newSqlite,
} from '../packages/toolcrib/src/store/databases/both-databases.test-support.ts';
import { ownSchema, startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { killAroundPlans } from '../packages/toolcrib/src/store/plans/plan-kills.test-support.ts';
import { seededRandom } from '../packages/toolcrib/src/store/seeded-random.test-support.ts';

const { values, positionals } = parseArgs({
  options: { engine: { type: 'string', default: 'local' } },
  allowPositionals: true,
});
const kills = Number(positionals[0] ?? 100);
const seed = Number(positionals[1] ?? Date.now());
const random = (): (() => number) => seededRandom(seed);
const server = await startPostgres();
let failures = 0;
if (values.engine === 'dbos')
  for (const workers of [2, 4]) {
    const place = { kind: 'postgres', url: server.url, schema: ownSchema() } as const;
    const report = await killAmongWorkers(place, { kills, workers, freezing: 0.3, random: random() });
    tell(`one of ${workers} workers`, report);
  }
else {
  const { place, remove } = newSqlite();
  for (const where of [place, newSchema(server.url)])
    tell(where.kind, await killAroundPlans(where, { kills, random: random() }));
  remove();
}
await server.stop();
process.exitCode = failures === 0 ? 0 : 1;

interface Report {
  readonly calls: number;
  readonly repeated: number;
  readonly payments: number;
  readonly unknown: number;
  readonly arrived: number;
  readonly frozen?: number;
  readonly unfinished: readonly string[];
  readonly wrong: readonly string[];
}

function tell(what: string, report: Report): void {
  const { calls, repeated, payments, unknown, arrived, frozen = 0, unfinished, wrong } = report;
  console.log(
    `${kills} kills of ${what} (seed ${seed}), ${frozen} of them frozen instead: ${calls} calls that may be repeated, ` +
      `${repeated} of them repeated; ${payments} payments, ${unknown} with an unknown outcome, ${arrived} of these had arrived; ` +
      `${unfinished.length} plans unfinished, ${wrong.length} wrong`,
  );
  for (const line of [...unfinished, ...wrong]) console.log(`  ${line}`);
  failures += unfinished.length + wrong.length;
}
