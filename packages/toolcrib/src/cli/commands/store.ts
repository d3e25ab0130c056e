import { existsSync } from 'node:fs';
import { visible } from '@toolcrib/core';
import { moveState } from '../../move-state.ts';
import { StoreError } from '../../store/store-error.ts';
import { describePlace } from '../../store/store-place.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { storeTexts } from '../store-texts.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `store check|salvage|import|move`: whether the store is sound, and history and state that were kept elsewhere. */
export const store: Command = withVerbs(
  new Map<string, Verb>([
    ['check', { run: check }],
    ['salvage', { run: salvage }],
    ['import', { run: importFrom, operands: ['FILE'] }],
    ['move', { run: move, operands: ['OLD-PATH'] }],
  ]),
);

/** Reads every page of the file and every record of the chain, and tries to write. */
async function check(session: Session, { store: opened, locale }: OpenedSession): Promise<number> {
  const words = storeTexts(locale);
  const place = describePlace(opened.place);
  if (opened.place.kind === 'sqlite' && !existsSync(opened.place.file))
    return end(session, { place, sound: true, records: 0 }, words.noStore(place), exitCodes.success);
  await opened.try();
  await opened.check({ thorough: true });
  const { ok, records, problem, head } = await opened.history.verify();
  const report = { place, sound: ok, records, head, problem: problem ?? null };
  if (ok) return end(session, report, words.sound(place, records), exitCodes.success);
  const { seq = 0, kind = 'changed' } = problem ?? {};
  return end(session, report, words.brokenChain(place, { seq, kind }), exitCodes.failed);
}

/** Replaces a damaged file by a new store with the records that can still be read. */
async function salvage(session: Session, { store: opened, locale }: OpenedSession): Promise<number> {
  const words = storeTexts(locale);
  const { place } = opened;
  if (place.kind !== 'sqlite' || !existsSync(place.file))
    return end(session, { salvaged: false }, words.noFile(describePlace(place)), exitCodes.failed);
  if (!(await isDamaged(opened)))
    return end(session, { salvaged: false }, words.notDamaged(place.file), exitCodes.success);
  const { salvageStore } = await import('../../store/salvage/salvage-store.ts');
  const report = await salvageStore(place.file);
  return end(session, { salvaged: true, ...report }, words.salvaged(report), exitCodes.success);
}

/** What else may be wrong with a store, such as a newer schema, is not to be salvaged. */
async function isDamaged(opened: OpenedSession['store']): Promise<boolean> {
  try {
    await opened.try();
    await opened.check({ thorough: true });
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return true;
    throw error;
  } finally {
    await opened.database.close();
  }
}

async function importFrom(session: Session, opened: OpenedSession): Promise<number> {
  const words = storeTexts(opened.locale);
  const { importHistory } = await import('../../store/foreign/import-history.ts');
  const counts = await importHistory(session.line.operands[1] as string, {
    store: opened.store,
    stateFolder: opened.workbench.stateFolder,
  });
  return end(session, counts, words.imported(counts), exitCodes.success);
}

async function move(session: Session, { locale, workbench }: OpenedSession): Promise<number> {
  const moved = moveState(session.line.operands[1] as string, workbench.stateFolder);
  const code = moved.kind === 'moved' ? exitCodes.success : exitCodes.failed;
  return end(session, moved, storeTexts(locale).move[moved.kind](moved.from), code);
}

async function end(
  { terminal, json }: Session,
  report: object,
  sentence: string,
  code: number,
): Promise<number> {
  if (json) await terminal.writeJson(JSON.stringify(report));
  else terminal.tell(visible(sentence));
  return code;
}
