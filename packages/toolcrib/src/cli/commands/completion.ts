import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { complete } from '../manual/complete.ts';
import { openSession, type Session } from '../session.ts';

/** What each shell runs to learn what a word may become: this very command, with the words that were typed. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_toolcrib() {
  COMPREPLY=()
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done \\
    < <(toolcrib completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _toolcrib toolcrib`,
  zsh: `#compdef toolcrib
_toolcrib() {
  local -a found
  found=("\${(@f)$(toolcrib completion words -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
compdef _toolcrib toolcrib`,
  fish: `complete -c toolcrib -f -a '(toolcrib completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
};

/** `completion SHELL`: the script for a shell; `completion words -- …`: what it asks. */
export async function completion(session: Session): Promise<number> {
  const { line, terminal, texts } = session;
  const [shell, ...typed] = line.operands;
  if (shell === undefined) throw new UsageError(texts.needsArgument('completion', 'bash|zsh|fish'));
  if (shell === 'words') {
    for (const word of await wordsFor(session, typed)) await terminal.write(word);
    return exitCodes.success;
  }
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined)
    throw new UsageError(texts.unknownVerb('completion', shell, Object.keys(scripts)));
  await terminal.write(script);
  return exitCodes.success;
}

async function wordsFor(session: Session, typed: readonly string[]): Promise<readonly string[]> {
  const { words, tools } = complete(typed);
  if (!tools) return words;
  const { service } = await openSession(session);
  const start = typed.at(-1) ?? '';
  return service
    .listTools({ agent: 'user' })
    .map(({ name }) => name)
    .filter((name) => name.startsWith(start));
}
