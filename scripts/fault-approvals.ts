/**
 * Processes are killed while they ask, answer, use and grant: `npm run faults:approvals`. 100 kills on each database; then two
 * browsers, a terminal, an HTTP client and an MCP client answer 500 requests, with 20 kills in between.
 *
 *     npm run faults:approvals -- KILLS SEED REQUESTS
 */
import { killAroundApprovals } from '../packages/toolcrib/src/store/approvals/approval-kills.test-support.ts';
import {
  newSchema,
  newSqlite,
} from '../packages/toolcrib/src/store/databases/both-databases.test-support.ts';
import { startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { seededRandom } from '../packages/toolcrib/src/store/seeded-random.test-support.ts';
import { runTrial } from '../test/approvals/trial.ts';

const kills = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now());
const requests = Number(process.argv[4] ?? 500);
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

const trialKills = Math.ceil(requests / 25);
const begun = performance.now();
const {
  endings,
  effects,
  used,
  answers,
  kills: killed,
  wrong,
} = await runTrial({
  requests,
  kills: trialKills,
  seed,
  onKill(what, over) {
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.error(`${over} of ${requests} requests in ${seconds} s; ${what} is killed`);
  },
});
console.log(
  `${requests} requests at five interfaces (seed ${seed}): ${list(Object.entries(endings))}; ${used} approvals used, ${effects} effects`,
);
console.log(`  answers: ${list(answers)}`);
console.log(`  kills: ${list(killed)}, besides commands that made calls`);
for (const line of wrong) console.log(`  wrong: ${line}`);
failures += wrong.length;
process.exitCode = failures === 0 ? 0 : 1;

function list(counts: Iterable<readonly [string, number]>): string {
  return Array.from(counts, ([name, count]) => `${count} ${name}`).join(', ');
}
