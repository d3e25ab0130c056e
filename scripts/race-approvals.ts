/** Eight processes race for the same approvals: `npm run races:approvals`. 10,000 races on each database. */
import { raceApprovals } from '../packages/toolcrib/src/store/approvals/approval-races.test-support.ts';
import {
  newSchema,
  newSqlite,
} from '../packages/toolcrib/src/store/databases/both-databases.test-support.ts';
import { startPostgres } from '../packages/toolcrib/src/store/databases/postgres.test-support.ts';

const races = Number(process.argv[2] ?? 10_000);
const server = await startPostgres();
const { place, remove } = newSqlite();
let failures = 0;
for (const where of [place, newSchema(server.url)]) {
  const begun = performance.now();
  const { wrong, misremembered } = await raceApprovals(where, {
    races,
    processes: 8,
    // Each waits for the disk, thousands of times: who looks on sees that it goes on.
    onHeat(over) {
      if (over % 1000 !== 0) return;
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.error(`${where.kind}: ${over} of ${races} races in ${seconds} s`);
    },
  });
  const { open, answer, use } = wrong;
  console.log(
    `${races} races of 8 processes on ${where.kind}: ${open.length} wrong openings, ${answer.length} wrong answers, ${use.length} wrong uses, ${misremembered.length} wrong rows`,
  );
  failures += open.length + answer.length + use.length + misremembered.length;
}
remove();
await server.stop();
process.exitCode = failures === 0 ? 0 : 1;
