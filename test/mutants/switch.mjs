/** Read by every mutated source: which mutant is on, by a file, and which ones the running test file comes by. */
import { appendFileSync, readFileSync } from 'node:fs';

const folder = process.env.TOOLCRIB_MUTANTS;
const said = folder === undefined ? '-1' : readFileSync(`${folder}/active`, 'utf8');
const active = said === 'record' ? -1 : Number(said);
const seen = said === 'record' ? new Set() : undefined;
let times = 0;

// The processes that a test starts are told whose they are.
const test = globalThis['__vitest_worker__']?.filepath ?? process.env.TOOLCRIB_MUTANTS_TEST ?? '';
if (folder !== undefined) process.env.TOOLCRIB_MUTANTS_TEST = test;

/** More than any test needs: a mutant that runs for ever has been noticed. */
const most = 20_000_000;

export function isMutant(id) {
  if (seen !== undefined && !seen.has(id)) {
    seen.add(id);
    appendFileSync(`${folder}/seen.jsonl`, `${JSON.stringify([test, id])}\n`);
  }
  if (id !== active) return false;
  if (++times > most) throw new Error('This mutant does not end');
  return true;
}
