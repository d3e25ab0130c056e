import { catalog } from '../../attack/catalog/catalog.ts';
import { runAttacks } from '../../attack/run-attacks.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { whileWaiting } from '../while-waiting.ts';
import { attacksAsJson, countAttacks, showAttacks } from './attack-report.ts';
import { attackTexts } from './attack-texts.ts';

/** `doctor --attack`: attacks every layer of this machine in a scratch folder, and tells what was held. */
export async function attackThisMachine({ terminal, json, languages, signal }: Session): Promise<number> {
  const texts = attackTexts(languages.chosen ?? languages.system);
  if (process.platform === 'win32') {
    terminal.tell(texts.noBash);
    return exitCodes.failed;
  }
  let progress = { done: 0, all: 0 };
  const report = await whileWaiting(
    terminal,
    (seconds) => texts.running(progress.done, progress.all, seconds),
    () => runAttacks({ attacks: catalog, signal, onProgress: (done, all) => (progress = { done, all }) }),
  );
  const counts = countAttacks(report.results);
  if (json) {
    await terminal.writeJson(JSON.stringify(attacksAsJson(report), null, 2));
  } else {
    for (const row of showAttacks(report, texts, terminal.columns)) await terminal.write(row);
    terminal.tell(texts.legend);
    if (report.layers.length === 1) terminal.tell(texts.noSandbox);
    terminal.tell(texts.summary(counts));
  }
  // What was not tried was not held.
  return counts.gotThrough + counts.notRun === 0 ? exitCodes.success : exitCodes.failed;
}
