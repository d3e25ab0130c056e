/** The attack on the path guard in full: `npm run attack:paths`. Three kinds of swaps, 3,000 each. */
import { attackBySwaps, swapNames } from '../packages/toolcrib/src/fence/swap-attack.test-support.ts';

const count = Number(process.argv[2] ?? 3000);
let escaped = 0;
for (const name of swapNames) {
  const { escapes, endings } = await attackBySwaps(name, count);
  console.log(`${count} × ${name}: ${escapes.length} escapes`, endings);
  escaped += escapes.length;
}
process.exitCode = escaped === 0 ? 0 : 1;
