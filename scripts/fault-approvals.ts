/** Processes are killed while they ask, answer, use and grant: `npm run faults:approvals`. 100 kills on each database. */
import { killAroundApprovals } from '../packages/toolcrib/src/store/approvals/approval-kills.test-support.ts';
import {
  newSchema,
  newSqlite,
} from '../packages/toolcrib/src/store/databases/both-databases.test-support.ts';
import { startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { seededRandom } from '../packages/toolcrib/src/store/seeded-random.test-support.ts';

const kills = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now());
const server = await startPostgres();
const { place, remove } = newSqlite();
let failures = 0;
for (const where of [place, newSchema(server.url)]) {
  const { acknowledged, repeated, lost, ranTwice } = await killAroundApprovals(where, {
    kills,
    random: seededRandom(seed),
  });
  console.log(
    `${kills} kills on ${where.kind} (seed ${seed}): ${acknowledged} acknowledged, ${repeated} calls repeated, ${lost.length} lost, ${ranTwice.length} ran twice`,
  );
  for (const line of [...lost, ...ranTwice]) console.log(`  ${line}`);
  failures += lost.length + ranTwice.length;
}
remove();
await server.stop();
process.exitCode = failures === 0 ? 0 : 1;
