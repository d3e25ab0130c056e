/** What the execution of a call took of the machine, and how that is known. */
export interface Usage {
  readonly source: UsageSource;
  readonly cpuMs: number;
  /** Undefined where the source does not tell. */
  readonly memoryBytes: number | undefined;
}

/**
 * Who measured, from the most exact to the least. `process_tree`: the processes that ran the call, and nothing else.
 * `worker`: a thread of its own. `thread`: the thread of JavaScript while the call ran. `process_delta`: the whole
 * process meanwhile. In the last two, calls that run at the same time are counted with each other.
 */
export type UsageSource = 'process_tree' | 'worker' | 'thread' | 'process_delta';
