import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { visible } from '@toolcrib/core';
import { trustFolderOf } from '../../state-folder.ts';
import { createTrusted } from '../../config/trust/edit-trusted.ts';
import { existingConfig } from '../../config/read-config.ts';
import type { FileFault } from '../../files/file-fault.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { addSources } from '../setup/add-sources.ts';
import type { Answers } from '../setup/answers.ts';
import { askAnswers } from '../setup/ask-answers.ts';
import { configFor } from '../setup/first-config.ts';
import { setupTexts } from '../setup/texts.ts';

/**
 * `init`: asks three questions at a terminal, writes a first configuration, and lets in what was named. A configuration that is
 * there already is never touched, nor put in the shade.
 */
export async function init(session: Session): Promise<number> {
  const { terminal, texts, line, languages, signal } = session;
  const { project = '.', config } = line.options;
  const file =
    config === undefined
      ? (existingConfig(project) ?? join(project, 'toolcrib.json'))
      : resolve(project, config);
  if (existsSync(file)) return refuse('EEXIST');
  const locale = languages.chosen ?? languages.system;
  // Before anything is asked: what is written here is accepted there.
  const trustFolder = trustFolderOf({ project: resolve(project), environment: process.env, locale });
  const words = setupTexts(locale);
  const answers = await askAnswers(session, words);
  // Whoever leaves in the middle has decided nothing.
  if (signal.aborted) return exitCodes.interrupted;
  try {
    await createTrusted(file, await configFor(answers), trustFolder);
  } catch (error) {
    const { problem } = error as Partial<FileFault>;
    if (problem?.kind === 'file_exists') return refuse('EEXIST');
    if (problem?.kind === 'file_not_written') return refuse(problem.detail);
    throw error;
  }
  await terminal.write(visible(texts.written(file)));
  const code = await addSources(session, answers.sources);
  if (terminal.interactive) tellNext(session, answers);
  return code;

  function refuse(reason: string): number {
    terminal.tell(visible(reason === 'EEXIST' ? texts.exists(file) : texts.notWritten(file, reason)));
    return exitCodes.failed;
  }
}

function tellNext({ terminal, languages }: Session, { agents, ask = 'terminal' }: Answers): void {
  const words = setupTexts(languages.chosen ?? languages.system);
  const steps = words.steps(agents[0]?.name ?? 'user')[ask];
  terminal.tell([words.next, ...steps.map((step) => `  ${step}`)].join('\n'));
}
