/** Processes are killed while they run plans: `npm run faults:plans [kills] [seed]`. 100 kills on each database. */
import {
  newSchema,
  newSqlite,
} from '../packages/toolcrib/src/store/databases/both-databases.test-support.ts';
import { startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { killAroundPlans } from '../packages/toolcrib/src/store/plans/plan-kills.test-support.ts';
import { seededRandom } from '../packages/toolcrib/src/store/seeded-random.test-support.ts';

const kills = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now());
const server = await startPostgres();
const { place, remove } = newSqlite();
let failures = 0;
for (const where of [place, newSchema(server.url)]) {
  const { calls, repeated, unfinished, wrong } = await killAroundPlans(where, {
    kills,
    random: seededRandom(seed),
  });
  console.log(
    `${kills} kills on ${where.kind} (seed ${seed}): ${calls} calls, ${repeated} repeated, ${unfinished.length} plans unfinished, ${wrong.length} wrong`,
  );
  for (const line of [...unfinished, ...wrong]) console.log(`  ${line}`);
  failures += unfinished.length + wrong.length;
}
remove();
await server.stop();
process.exitCode = failures === 0 ? 0 : 1;
