/**
 * What comes from outside, made at random for longer than the tests do: `npm run fuzz -- --minutes 10 --seed 7 --only http`. A
 * fault is told with the seed that makes it again.
 */
import { parseArgs } from 'node:util';
import { fuzzers } from '../test/fuzz/fuzzers.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string' },
  },
});
const chosen = fuzzers.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of ${fuzzers.map(({ name }) => name).join(', ')}`);
const first = Number(values.seed);
const share = (Number(values.minutes) * 60_000) / chosen.length;

console.log(`seed ${first}`);
let total = 0;
for (const { name, about, go, hindrance, open } of chosen) {
  const reason = await hindrance?.();
  if (reason !== undefined) {
    console.log(`${name.padEnd(14)} left out: ${reason}`);
    continue;
  }
  const begun = performance.now();
  const attack = await open();
  let [runs, faults] = [0, 0];
  for (let seed = first; runs === 0 || performance.now() - begun < share; seed++) {
    for (const fault of await attack.run(seed, go)) {
      console.log(`${name}, --seed ${seed}: ${fault}`);
      faults++;
    }
    runs += go;
  }
  await attack.close();
  const seconds = Math.round((performance.now() - begun) / 1000);
  const figures = [`${runs} runs`, `${seconds} s`, `${faults} faults`].map((figure) => figure.padStart(12));
  console.log(`${name.padEnd(14)}${figures.join('')}   ${about}`);
  total += faults;
}
process.exitCode = total === 0 ? 0 : 1;
