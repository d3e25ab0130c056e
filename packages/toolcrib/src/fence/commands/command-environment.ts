/** Settings of git that a repository may bring along and that make plain `git status` start programs. */
const gitSettings: readonly (readonly [name: string, value: string])[] = [
  // A folder inside the project may be made up to be a repository.
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.askPass', 'true'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['log.showSignature', 'false'],
  ['protocol.ext.allow', 'never'],
  ['submodule.recurse', 'false'],
];

/**
 * What a command must be started with, beside a clean environment, so that the words of the guard hold: programs ask
 * nobody, page nothing, and git does not follow what a hostile repository sets.
 */
export const commandEnvironment: Readonly<Record<string, string>> = Object.freeze({
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: String(gitSettings.length),
  ...Object.fromEntries(
    gitSettings.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
});
