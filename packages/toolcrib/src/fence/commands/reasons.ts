/**
 * Why a command is not simply allowed, each with its answer. The strictest of all reasons decides: what is blocked
 * stays blocked, whoever says yes.
 */
const answers = {
  // The text itself.
  too_long: 'block',
  control_characters: 'block',
  too_nested: 'ask',
  unusual_characters: 'ask',
  unusual_syntax: 'ask',
  // What it would start.
  unknown_program: 'block',
  network_program: 'block',
  own_program: 'ask',
  privilege: 'block',
  system_change: 'block',
  changes_shell: 'block',
  listed_danger: 'ask',
  runs_project_code: 'ask',
  runs_inline_code: 'ask',
  shell_builtin: 'ask',
  // What it is told.
  unlisted_arguments: 'ask',
  unknown_subcommand: 'ask',
  unknown_option: 'ask',
  unknown_value: 'ask',
  dangerous_environment: 'block',
  changes_environment: 'ask',
  // What it would do.
  leaves_project: 'block',
  overwrites_device: 'block',
  recursive_delete: 'ask',
  deletes_many: 'ask',
  discards_changes: 'ask',
  drops_stash: 'ask',
  cleans_untracked: 'ask',
  cleans_ignored: 'ask',
  rewrites_history: 'ask',
  force_push: 'ask',
  publishes: 'ask',
  downloads: 'ask',
  unpacks: 'ask',
  overwrites_many: 'ask',
  changes_permissions: 'ask',
  changes_settings: 'ask',
  ends_processes: 'ask',
  makes_links: 'ask',
  follows_links: 'ask',
} as const;

/** A stable word, such as `recursive_delete`, `unknown_program`, `unusual_syntax`. */
export type ReasonWord = keyof typeof answers;

export const reasonWords: readonly ReasonWord[] = Object.keys(answers) as ReasonWord[];

export interface CommandReason {
  readonly word: ReasonWord;
  /** The part of the command line that it is about. */
  readonly part: string;
}

/** What a line does that an exact list cannot have meant: it says neither what runs nor what that is told. */
const unclear: ReadonlySet<ReasonWord> = new Set([
  'too_nested',
  'unusual_characters',
  'unusual_syntax',
  'changes_shell',
  'shell_builtin',
  'runs_inline_code',
  'unlisted_arguments',
  'unknown_subcommand',
  'unknown_option',
]);

export function isUnclear(word: ReasonWord): boolean {
  return unclear.has(word);
}

/** The kinds of risk that one yes in a session is enough for. */
const onceKinds: Readonly<Partial<Record<ReasonWord, string>>> = {
  drops_stash: 'stash',
  cleans_untracked: 'clean',
  cleans_ignored: 'clean_ignored',
};

/** The kind that all these reasons are of, when one yes in a session is enough for it. */
export function onceKindOf(reasons: readonly CommandReason[]): string | undefined {
  // What such a program may read is the same each time; what it does is another reason.
  const kindOf = ({ word, part }: CommandReason): string | undefined =>
    word === 'own_program' ? `own_program ${part}` : onceKinds[word];
  const [kind, ...others] = new Set(reasons.map(kindOf));
  return others.length === 0 ? kind : undefined;
}

/** What one reason alone leads to. */
export function answerTo(word: ReasonWord): 'ask' | 'block' {
  return answers[word];
}
