import { exitCodes } from '../exit-codes.ts';
import { showProblem, type Session } from '../session.ts';
import { cliTexts } from '../texts.ts';
import { openToolcrib } from '../../open-toolcrib.ts';

/** `check`: reads the configuration and reports every problem with its place and what to do about it. */
export async function check({ terminal, json, line, languages }: Session): Promise<number> {
  const { project, config: file } = line.options;
  const opened = await openToolcrib({ project, config: file, locale: languages.chosen });
  const { config, problems } = opened;
  const texts = cliTexts(opened.locale);
  const broken = problems.filter(({ code }) => code !== 'not_used');
  if (json) {
    await terminal.write(JSON.stringify({ file: config.file ?? null, problems }, null, 2));
  } else {
    for (const problem of problems) await terminal.write(showProblem(problem));
    const clean = config.file === undefined ? texts.noConfig : texts.noProblems(config.file);
    terminal.tell(broken.length === 0 ? clean : texts.problems(broken.length));
  }
  return broken.length === 0 ? exitCodes.success : exitCodes.config;
}
