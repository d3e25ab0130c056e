/** What can go wrong with an operation that a person may not expect. */
export type GitDanger = 'discards_changes' | 'deletes' | 'publishes' | 'overwrites_remote';
