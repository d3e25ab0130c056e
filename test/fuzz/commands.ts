import { hasBash, hasJail } from '../../packages/toolcrib/src/fence/commands/bash-oracle.test-support.ts';
import {
  fuzzCommands,
  fuzzPrograms,
  type FuzzOutcome,
} from '../../packages/toolcrib/src/fence/commands/differential-fuzz.test-support.ts';
import { tooFew, type Fuzzer } from './fuzzer.ts';

/** Without name spaces scripts run in an empty folder, with no program to be found, and no real programs are tried. */
const jailed = hasJail();

export const commands: Fuzzer = {
  name: 'commands',
  about: 'the command guard against what bash, and the programs of this machine, really do',
  go: 2000,
  few: 300,
  hindrance: async () => (hasBash() ? undefined : 'there is no bash'),
  open: async () => ({
    async run(seed, count) {
      // A real program is dearer than a script by far.
      const programs = Math.ceil(count / 4);
      const outcomes = [
        fuzzCommands({ seed, scripts: count, jailed }),
        ...(jailed ? [fuzzPrograms({ seed, scripts: programs })] : []),
      ];
      return outcomes.flatMap(faultsIn);
    },
    close: async () => undefined,
  }),
};

function faultsIn({ scripts, allowed, misses }: FuzzOutcome): string[] {
  return [...misses.map((miss) => JSON.stringify(miss)), ...tooFew('scripts allowed', allowed, scripts / 8)];
}
