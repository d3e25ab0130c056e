/**
 * Calls by every door at a steady rate while processes, databases, servers and disks fail: `npm run soak -- --minutes 10 --rate
 * 20 --seed 7`. Ends with 1 when something acknowledged is lost, a record is missing, doubled or different, a process is left,
 * or something grows.
 */
import { parseArgs } from 'node:util';
import { soak } from '../test/soak/soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const units = { heap: 'heap MB', memory: 'memory MB', handles: 'handles', files: 'files' };
const [minutes, rate, seed] = [Number(values.minutes), Number(values.rate), Number(values.seed)];
console.log(`${minutes} minutes, ${rate} calls a second, seed ${seed}`);
const { ledger, growth, wrong, ...report } = await soak({ seconds: minutes * 60, rate, seed, rest: 2 });

console.log(`went wrong: ${list(report.faultsMade)}`);
console.log(`calls: ${report.begun} begun, ${ledger.answered} answered`);
console.log(`  by door: ${list(ledger.count(({ door }) => door))}`);
console.log(`  ended as: ${list(ledger.count(({ answer }) => answer.code ?? answer.status))}`);
console.log(`  not answered: ${list(ledger.unanswered) || 'none'}`);
console.log(
  `plans: ${report.plans} acknowledged; ${report.decidedPlanCalls} of their calls with an unknown outcome, by workers that were killed; ${report.repeatedPlanCalls} made twice`,
);
console.log(
  `answers to questions: ${report.approvals} acknowledged; files: ${report.files} written; records: ${report.records}`,
);
console.log(
  `\n${'process'.padEnd(20)}${'holds'.padEnd(12)}${['at first', 'at last', 'a minute'].map((head) => head.padStart(10)).join('')}`,
);
for (const { process: name, what, first, last, perMinute, isLeak } of growth) {
  const figures = [first, last, perMinute].map((figure) => figure.toFixed(2).padStart(10)).join('');
  console.log(`${name.padEnd(20)}${units[what].padEnd(12)}${figures}   ${isLeak ? 'grows' : 'steady'}`);
}
for (const fault of wrong) console.log(`wrong: ${fault}`);
const isSound = wrong.length === 0 && growth.every(({ isLeak }) => !isLeak);
console.log(isSound ? '\nNothing lost, nothing left, nothing grows.' : `\n${wrong.length} faults.`);
process.exitCode = isSound ? 0 : 1;

function list(counts: { readonly [name: string]: number }): string {
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
