/** Nothing of the machine's configuration, no prompt, no editor, no helper, no transport but https. */
export const safeEnvironment: { readonly [name: string]: string } = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'true',
  GIT_SSH_COMMAND: 'false',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'https',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_MERGE_AUTOEDIT: 'no',
};

/** A repository can name programs in its own configuration. These have fixed names, so they are switched off by them. */
const safeSettings: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.editor=true',
  'core.askPass=true',
  'core.sshCommand=false',
  'core.attributesFile=/dev/null',
  'core.gitProxy=',
  'credential.helper=',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'diff.external=',
  'interactive.diffFilter=',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'push.gpgSign=false',
  'log.showSignature=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'uploadpack.packObjectsHook=',
  'gc.auto=0',
  'maintenance.auto=false',
  'core.quotePath=false',
  'color.ui=false',
];

/** Drivers have names of the repository's own choice: they are listed first and then switched off one by one. */
const programSetting =
  /^(?:filter\..*\.(?:clean|smudge|process|required)|merge\..*\.driver|diff\..*\.(?:command|textconv)|remote\..*\.(?:uploadpack|receivepack|vcs|proxy)|credential\..*\.helper|alias\..*|trailer\..*\.(?:command|cmd)|hook\..*\.command)$/iu;

/** Settings that send a request somewhere else than its address says. */
const detour = /^(?:url\..*\.(?:insteadof|pushinsteadof)|http\..*\.?proxy|remote\..*\.pushurl)$/iu;

/** A setting of the repository's own configuration. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

/** The lines of `git config --list -z`. */
export function parseSettings(listed: string): Setting[] {
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n');
      return end < 0
        ? { name: entry, value: '' }
        : { name: entry.slice(0, end), value: entry.slice(end + 1) };
    });
}

/** What stands before the subcommand, so that nothing the repository says is executed. */
export function safeArguments({ gitDirectory, workTree, settings }: SafeRepository): string[] {
  const programs = settings.filter(({ name }) => programSetting.test(name)).map(({ name }) => `${name}=`);
  return [
    '--no-pager',
    '--no-optional-locks',
    `--git-dir=${gitDirectory}`,
    // Said here because a repository can also name another folder as its work tree.
    `--work-tree=${workTree}`,
    ...[...safeSettings, ...programs].flatMap((setting) => ['-c', setting]),
  ];
}

export interface SafeRepository {
  readonly gitDirectory: string;
  readonly workTree: string;
  readonly settings: readonly Setting[];
}

/** The first setting that would lead a request astray. */
export function findDetour(settings: readonly Setting[]): Setting | undefined {
  return settings.find(({ name }) => detour.test(name));
}

/** The address of a remote; undefined when there is no such remote. */
export function remoteAddress(settings: readonly Setting[], remote: string): string | undefined {
  return settings.findLast(({ name }) => name === `remote.${remote}.url`)?.value;
}
