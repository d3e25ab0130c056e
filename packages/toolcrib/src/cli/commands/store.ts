import { visible } from '@toolcrib/core';
import { moveState } from '../../move-state.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { storeTexts } from '../store-texts.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `store import|move`: history and state that were kept elsewhere. */
export const store: Command = withVerbs(
  new Map<string, Verb>([
    ['import', { run: importFrom, operands: ['FILE'] }],
    ['move', { run: move, operands: ['OLD-PATH'] }],
  ]),
);

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
