import { overriding, toSettings, type GitSetting } from './git-settings.ts';

/** Settings of git that a repository may bring along and that make plain `git status` start programs. */
const gitSettings: readonly GitSetting[] = toSettings({
  // A folder inside the project may be made up to be a repository.
  'safe.bareRepository': 'explicit',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.askPass': 'true',
  'credential.helper': '',
  'log.showSignature': 'false',
  'protocol.ext.allow': 'never',
  'submodule.recurse': 'false',
});

/** Where nothing contains what runs, git also does without what a repository may well mean: hooks, and other programs. */
const uncontainedGitSettings: readonly GitSetting[] = toSettings({
  'core.hooksPath': '/dev/null',
  'core.alternateRefsCommand': 'true',
  'core.gitProxy': '',
  'core.sshCommand': 'ssh',
  'gpg.program': 'gpg',
  'gpg.openpgp.program': 'gpg',
  'gpg.x509.program': 'gpgsm',
  'gpg.ssh.program': 'ssh-keygen',
  'gpg.ssh.defaultKeyCommand': '',
  // It would run in the submodule, which has settings of its own.
  'diff.submodule': 'short',
  'gc.auto': '0',
  'maintenance.auto': 'false',
});

const fixed = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
} as const;

type Environment = Readonly<Record<string, string>>;

/**
 * What a command must be started with, beside a clean environment, so that the words of the guard hold: programs ask
 * nobody, page nothing, and git does not follow what a hostile repository sets.
 */
export const commandEnvironment: Environment = Object.freeze({ ...fixed, ...overriding(gitSettings) });

/** The same for a command that nothing contains and that must not run code of the project, with settings that count last. */
export function uncontainedEnvironment(settings: readonly GitSetting[]): Environment {
  return { ...fixed, ...overriding([...gitSettings, ...uncontainedGitSettings, ...settings]) };
}
