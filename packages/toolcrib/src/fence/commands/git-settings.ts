/** A setting of git: its name with the section in small letters, such as `diff.images.textconv`. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
}

/** What `git config` must be told so that `parseSettings` can read its answer. */
export const listSettings: readonly string[] = ['config', '--list', '--show-scope', '-z'];

/** The settings of a repository as git lists them, without those that are ours. */
export function parseSettings(listed: string): GitSetting[] {
  const parts = listed.split('\0');
  const settings: GitSetting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope, entry = ''] = parts.slice(at, at + 2);
    const [, name = entry, value = ''] = /^(.*?)\n(.*)$/su.exec(entry) ?? [];
    if (scope !== 'command') settings.push({ name, value });
  }
  return settings;
}

/** Settings that count after all others. Not by `-c name=value`: a driver may be called `a=b`, and would be left alone. */
export function overriding(settings: readonly GitSetting[]): { [name: string]: string } {
  return {
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(settings.map(({ name }, index) => [`GIT_CONFIG_KEY_${index}`, name])),
    ...Object.fromEntries(settings.map(({ value }, index) => [`GIT_CONFIG_VALUE_${index}`, value])),
  };
}

export function toSettings(values: { readonly [name: string]: string }): GitSetting[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/**
 * What names of the repository's own choice must say so that git starts nothing of its choice and works as it does
 * without: an empty command would not be no command, and an empty merge driver takes one side for the whole.
 */
const harmless: readonly (readonly [names: RegExp, value: string])[] = [
  [/^diff\..*\.textconv$/isu, 'cat'],
  [/^diff\..*\.cachetextconv$/isu, 'false'],
  [/^merge\..*\.driver$/isu, 'git merge-file --quiet %A %O %B'],
  [/^remote\..*\.uploadpack$/isu, 'git-upload-pack'],
  [/^remote\..*\.receivepack$/isu, 'git-receive-pack'],
  [/^(?:remote\..*\.vcs|credential\..*\.helper|trailer\..*\.(?:command|cmd)|hook\..*\.command)$/isu, ''],
];

/** What to set for git to start none of the programs that it can do without. */
export function withoutPrograms(settings: readonly GitSetting[]): GitSetting[] {
  return settings.flatMap(({ name }) => {
    const found = harmless.find(([names]) => names.test(name));
    return found === undefined ? [] : [{ name, value: found[1] }];
  });
}

/** Files that git reads lines from; without them it works as it does without the setting. */
const filesToRead =
  /^(?:core\.(?:attributesfile|excludesfile)|mailmap\.file|commit\.template|diff\.orderfile|gpg\.ssh\.(?:allowedsignersfile|revocationfile))$/isu;

/** Where such a file is none of the project, git is told of none: it would show what stands there, in complaints at least. */
export function withoutFiles(
  settings: readonly GitSetting[],
  isOutside: (path: string) => boolean,
): GitSetting[] {
  const outside = settings.filter(({ name, value }) => filesToRead.test(name) && isOutside(value));
  return outside.map(({ name }) => ({ name, value: '/dev/null' }));
}

/** Of these settings none takes back what another one names, and what stands in such a file is shown. */
export function leadsOutside({ name, value }: GitSetting, isOutside: (path: string) => boolean): boolean {
  return name.toLowerCase() === 'blame.ignorerevsfile' && isOutside(value);
}

/** Settings that take in other files, where anything may stand, and something else a moment later. */
export function takesInFiles({ name }: GitSetting): boolean {
  return /^include(?:if\..*)?\.path$/isu.test(name);
}
