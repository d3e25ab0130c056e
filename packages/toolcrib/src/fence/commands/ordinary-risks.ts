import { plainName } from './programs/plain-name.ts';
import type { ReasonWord } from './reasons.ts';

/**
 * What a command does by its plain meaning, so that a rule which allows it has meant this too: `rm *` deletes and
 * `git *` publishes. Everything else may run or touch what the words do not show.
 */
const ordinary: ReadonlySet<ReasonWord> = new Set([
  'listed_danger',
  'own_program',
  'unlisted_arguments',
  'runs_project_code',
  'recursive_delete',
  'deletes_many',
  'discards_changes',
  'drops_stash',
  'cleans_untracked',
  'cleans_ignored',
  'rewrites_history',
  'force_push',
  'publishes',
  'downloads',
  'unpacks',
  'overwrites_many',
  'changes_permissions',
  'ends_processes',
]);

/** Whether a rule with a pattern may lift a reason, said of this program. */
export function isOrdinaryRisk(word: ReasonWord, program: string): boolean {
  // Hooks and the settings of another repository are not what somebody means who allows git.
  if (word === 'runs_project_code' && plainName(program) === 'git') return false;
  return ordinary.has(word);
}
