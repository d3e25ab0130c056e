import { dirname } from 'node:path';
import { readyMadeAllowLists, visible } from '@toolcrib/core';
import { ConfigError } from '../../config/config-error.ts';
import type { ConfigProblem } from '../../config/config-place.ts';
import type { Environment } from '../../config/environment.ts';
import { readConfig } from '../../config/read-config.ts';
import type { WithheldEntry } from '../../config/trust/config-trust.ts';
import { trustTexts } from '../../config/trust/texts.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { openToolcrib, type Toolcrib } from '../../open-toolcrib.ts';
import { exitCodes } from '../exit-codes.ts';
import { idleCommands } from '../idle-commands.ts';
import { idleRules } from '../idle-rules.ts';
import { showProblem, type Session } from '../session.ts';
import { cliTexts } from '../texts.ts';

/** What is worth saying and breaks nothing. */
const remarks: readonly string[] = ['matches_nothing', 'not_accepted'];

/** `check`: reads the configuration and reports every problem with its place and what to do about it. */
export async function check(session: Session): Promise<number> {
  const { terminal, json, line, languages } = session;
  const { project, config: given } = line.options;
  try {
    const opened = await openToolcrib({
      project,
      config: given,
      locale: languages.chosen,
      // Each entry is listed below.
      onRestricted: () => undefined,
    });
    session.endings.push(() => opened.close());
    const texts = cliTexts(opened.locale);
    const problems = [
      ...opened.problems,
      ...notAccepted(opened),
      ...(await problemsOnceAccepted(session, opened)),
      ...idleRules(opened, texts),
      ...idleCommands(opened, texts),
      ...(await unreachableServers(session, opened)),
    ];
    const { file } = opened.config;
    const broken = problems.filter(({ code }) => !remarks.includes(code));
    if (json) {
      await writeReport(session, file, problems);
    } else {
      for (const problem of problems) await terminal.write(showProblem(problem));
      const clean = file === undefined ? texts.noConfig : texts.noProblems(visible(file));
      terminal.tell(broken.length === 0 ? clean : texts.problems(broken.length));
    }
    return broken.length === 0 ? exitCodes.success : exitCodes.config;
  } catch (error) {
    if (!json || !(error instanceof ConfigError)) throw error;
    await writeReport(session, error.file, [error.problem]);
    return exitCodes.config;
  }
}

/** The entries that have no effect, and the command that accepts them. */
function notAccepted({ config, locale }: Toolcrib): ConfigProblem[] {
  const words = trustTexts(locale);
  return config.trust.withheld.map((entry) => {
    const { file, line, column, path } = entry;
    return {
      file,
      line,
      column,
      path,
      code: 'not_accepted',
      message: words.notAccepted(entry),
      remedy: words.accept,
    };
  });
}

/** What is wrong with the entries that have no effect yet. */
async function problemsOnceAccepted(
  { languages }: Session,
  { config, locale, trustFolder }: Toolcrib,
): Promise<ConfigProblem[]> {
  const { withheld } = config.trust;
  if (config.file === undefined || withheld.length === 0) return [];
  const { environment, isUnknown } = withoutValues(withheld);
  const { problems } = await readConfig({
    file: config.file,
    directory: dirname(config.file),
    environment,
    locale,
    systemLocale: languages.system,
    allowLists: readyMadeAllowLists.map(({ name }) => name),
    trust: { mode: 'always', folder: trustFolder },
  });
  const known = new Set(config.problems.map(({ path, code }) => `${code} ${path}`));
  return problems.filter((problem) => !known.has(`${problem.code} ${problem.path}`) && !isUnknown(problem));
}

/**
 * The environment without the values that entries take in before anybody has accepted them: a message could show one. What
 * is wrong with such an entry is unknown until then, but for a variable that is not set.
 */
function withoutValues(withheld: readonly WithheldEntry[]): {
  readonly environment: Environment;
  readonly isUnknown: (problem: ConfigProblem) => boolean;
} {
  const isSet = (name: string): boolean => process.env[name] !== undefined;
  const closed = withheld.filter(({ secrets }) => secrets.some(isSet));
  const names = closed.flatMap(({ secrets }) => secrets.filter(isSet));
  return {
    environment: { ...process.env, ...Object.fromEntries(names.map((name) => [name, `\${${name}}`])) },
    isUnknown: ({ code, path }) =>
      code !== 'variable_missing' &&
      closed.some(
        (entry) => path.startsWith(entry.path) && /^(?:$|[.[])/u.test(path.slice(entry.path.length)),
      ),
  };
}

/** What is required is asked whether it is there. */
async function unreachableServers({ signal }: Session, opened: Toolcrib): Promise<ConfigProblem[]> {
  const { config, locale } = opened;
  const required = config.mcpServers.filter((server) => server.required);
  if (required.length === 0) return [];
  const imports = await opened.imports();
  const accepted = new Set(imports.states().flatMap((state) => (state.accepted ? [state.source.name] : [])));
  const asked = required
    .filter(({ name }) => accepted.has(name))
    .map(({ name }) =>
      imports.review(name, { signal }).then(
        () => [],
        (error: unknown) => {
          if (!(error instanceof SourceError)) throw error;
          const place = config.placeOf(['mcpServers', name]);
          return [{ ...place, code: error.code, message: error.in(locale), remedy: '' }];
        },
      ),
    );
  return (await Promise.all(asked)).flat();
}

function writeReport(
  { terminal }: Session,
  file: string | undefined,
  problems: readonly ConfigProblem[],
): Promise<void> {
  return terminal.writeJson(JSON.stringify({ file: file ?? null, problems }, null, 2));
}
