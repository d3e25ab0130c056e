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
  privilege: 'block',
  system_change: 'block',
  changes_shell: 'block',
  listed_danger: 'ask',
  runs_project_code: 'ask',
  runs_inline_code: 'ask',
  shell_builtin: 'ask',
  // What it is told.
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

/** What one reason alone leads to. */
export function answerTo(word: ReasonWord): 'ask' | 'block' {
  return answers[word];
}
