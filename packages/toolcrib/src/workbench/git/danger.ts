/** What can go wrong with an operation that a person may not expect. */
export type GitDanger = 'deletes' | 'drops_stash' | 'publishes' | 'overwrites_remote';
