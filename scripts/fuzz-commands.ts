import { parseArgs } from 'node:util';
import { hasBash, hasJail } from '../packages/toolcrib/src/fence/commands/bash-oracle.test-support.ts';
import {
  fuzzCommands,
  fuzzPrograms,
} from '../packages/toolcrib/src/fence/commands/differential-fuzz.test-support.ts';

/**
 * Compares the command guard with bash on random scripts: `npm run fuzz:commands -- --count 20000 --seed 7`. With
 * `--programs`, with what the programs of this machine really do when they are told something that the guard allows.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now()) },
    programs: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const jailed = hasJail();
if (!hasBash()) throw new Error('bash is needed to compare with');
if (values.programs && !jailed) throw new Error('namespaces are needed to run real programs in');
if (!jailed)
  console.log('No namespaces: scripts run in an empty folder without a jail, with no program to be found.');

const step = 2000;
let total = { scripts: 0, allowed: 0, started: 0, misses: 0 };
for (let done = 0; done < count; done += step) {
  const part = { seed: seed + done, scripts: Math.min(step, count - done) };
  const outcome = values.programs ? fuzzPrograms(part) : fuzzCommands({ ...part, jailed });
  for (const miss of outcome.misses) console.log(JSON.stringify(miss));
  total = {
    scripts: total.scripts + outcome.scripts,
    allowed: total.allowed + outcome.allowed,
    started: total.started + outcome.started,
    misses: total.misses + outcome.misses.length,
  };
  console.log(JSON.stringify({ seed, ...total }));
}
process.exitCode = total.misses === 0 ? 0 : 1;
