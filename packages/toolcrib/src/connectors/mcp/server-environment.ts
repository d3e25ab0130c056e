/** What a server may know of ours: where programs and files are, who we are, and which language we speak. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_\w+|XDG_\w+|TERM|SYSTEMROOT|SYSTEMDRIVE|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMFILES|PATHEXT|COMSPEC)$/u;

/** The environment of a server: a clean one, and what the configuration adds. Our own secrets do not get in. */
export function serverEnvironment(
  ours: { readonly [name: string]: string | undefined },
  added: { readonly [name: string]: string },
): { [name: string]: string } {
  const known = Object.entries(ours).filter(
    // A value that begins like this is a function that old shells would run.
    (entry): entry is [string, string] => passedOn.test(entry[0]) && entry[1]?.startsWith('()') === false,
  );
  return { ...Object.fromEntries(known), ...added };
}
