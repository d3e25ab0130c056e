import { visible } from '@toolcrib/core';
import { countUnrecorded } from '../store/history/unrecorded.ts';
import { historyTexts } from './history-texts.ts';
import type { OpenedSession, Session } from './session.ts';

/** Whoever reads the history is told how many calls it does not tell of. */
export async function tellUnrecorded({ terminal }: Session, { store, locale }: OpenedSession): Promise<void> {
  const unrecorded = await countUnrecorded(store.history);
  if (unrecorded.waiting + unrecorded.lost > 0)
    terminal.tell(visible(historyTexts(locale).unrecorded(unrecorded)));
}
