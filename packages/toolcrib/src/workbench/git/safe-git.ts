import {
  overriding,
  toSettings,
  withoutPrograms,
  type GitSetting,
} from '../../fence/commands/git-settings.ts';

/** Nothing of the machine's configuration, no prompt, no editor, no helper, no transport. */
const safeEnvironment: { readonly [name: string]: string } = {
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
  GIT_LITERAL_PATHSPECS: '1',
  GIT_MERGE_AUTOEDIT: 'no',
};

/** A repository can name programs in its own configuration. These have fixed names, so they are switched off by them. */
const safeSettings: readonly GitSetting[] = toSettings({
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.editor': 'true',
  'sequence.editor': 'true',
  'core.askPass': 'true',
  'core.sshCommand': 'false',
  'core.alternateRefsCommand': 'true',
  'core.gitProxy': '',
  'credential.helper': '',
  'diff.external': '',
  'interactive.diffFilter': '',
  'uploadpack.packObjectsHook': '',
  // Nothing is signed and no signature is looked at: both are done by programs.
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'tag.forceSignAnnotated': 'false',
  'push.gpgSign': 'false',
  'log.showSignature': 'false',
  'merge.verifySignatures': 'false',
  'gpg.format': 'openpgp',
  'gpg.program': 'false',
  'gpg.openpgp.program': 'false',
  'gpg.x509.program': 'false',
  'gpg.ssh.program': 'false',
  'gpg.ssh.defaultKeyCommand': '',
  // A submodule has a configuration of its own, which git would obey while it looks whether anything changed there.
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'push.recurseSubmodules': 'no',
  'diff.ignoreSubmodules': 'dirty',
  'status.submoduleSummary': 'false',
  // Files that it names may be anywhere, and a complaint about them would show what they hold.
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'mailmap.file': '/dev/null',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'transfer.bundleURI': 'false',
  'http.followRedirects': 'false',
  // What is printed is read by a program.
  'core.quotePath': 'false',
  'color.ui': 'false',
  'i18n.commitEncoding': 'UTF-8',
  'i18n.logOutputEncoding': 'UTF-8',
});

/**
 * Drivers have names of the repository's own choice: they are listed first and then switched off one by one. Beside those
 * that git can do without, these: it is told not to want them, or what needs them is refused.
 */
const unwanted =
  /^(?:filter\..*\.(?:clean|smudge|process|required)|diff\..*\.command|alias\..*|gpg\..*\.program)$/isu;

/** Settings that send a request, or what comes back, somewhere else than its address says. */
const detour =
  /^(?:url\..*\.(?:insteadof|pushinsteadof)|remote\..*\.(?:pushurl|proxy|vcs)|fetch\.bundleuri|bundle\..*)$/isu;

/** Of the many settings for requests, those that lead nobody astray. */
const harmlessRequest =
  /^http\.(?:.*\.)?(?:extraheader|useragent|version|postbuffer|lowspeedlimit|lowspeedtime|maxrequests|minsessions)$/isu;

/** Where what was fetched may go: never over the branches that people work on. */
const fetchedPlace = /^\+?[^:]*(?:$|:refs\/(?:remotes|tags)\/)/u;

export interface SafeRepository {
  readonly gitDirectory: string;
  readonly workTree: string;
  /** Folders of it outside the project. */
  readonly outside: readonly string[];
  /** Where paths count from, and what is worked with. */
  readonly folder: string;
  /** Whether that is only a part of the work tree. */
  readonly isAbove: boolean;
  readonly settings: readonly GitSetting[];
  /** The names of its submodules. */
  readonly submodules: readonly string[];
}

/** The surroundings in which git executes nothing that a repository says. */
export function safeEnvironmentFor(
  { settings, submodules }: Pick<SafeRepository, 'settings' | 'submodules'>,
  { network = false, own = [] }: { readonly network?: boolean; readonly own?: readonly GitSetting[] } = {},
): { [name: string]: string } {
  const all = [
    ...safeSettings,
    ...withoutPrograms(settings),
    ...settings.filter(({ name }) => unwanted.test(name)).map(({ name }) => ({ name, value: '' })),
    ...submodules.map((name) => ({ name: `submodule.${name}.ignore`, value: 'dirty' })),
    ...own,
  ];
  return { ...safeEnvironment, GIT_ALLOW_PROTOCOL: network ? 'https' : 'none', ...overriding(all) };
}

/** The first setting that would lead a request to this remote astray. */
export function findDetour(settings: readonly GitSetting[], remote: string): GitSetting | undefined {
  const own = `remote.${remote}.`;
  const addresses = settings.filter(({ name }) => name === `${own}url`);
  if (addresses.length > 1) return addresses[0];
  return settings.find(
    ({ name, value }) =>
      detour.test(name) ||
      (/^http\./iu.test(name) && !harmlessRequest.test(name)) ||
      (name === `${own}fetch` && !fetchedPlace.test(value)) ||
      // What is missing would be fetched from there.
      (/^remote\..*\.promisor$/isu.test(name) && name !== `${own}promisor`),
  );
}
