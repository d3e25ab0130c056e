/** Something that has to be brought to an end before the process is gone. */
export interface Ending {
  /** The process has nothing left to do, and can still wait. */
  settle(): Promise<void>;
  /** The process ends now. */
  end(): void;
}

const endings = new Set<Ending>();
const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Calls an ending when the process ends, until the returned function is called. */
export function atExit(ending: Ending): () => void {
  if (endings.size === 0) listen();
  endings.add(ending);
  return () => {
    if (endings.delete(ending) && endings.size === 0) stopListening();
  };
}

function listen(): void {
  process.on('beforeExit', settleAll);
  process.on('exit', endAll);
  const { isMainThread } = process.getBuiltinModule('node:worker_threads');
  if (isMainThread) for (const signal of signals) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('beforeExit', settleAll);
  process.off('exit', endAll);
  for (const signal of signals) process.off(signal, onSignal);
}

function settleAll(): void {
  for (const ending of endings) void ending.settle().catch(() => undefined);
}

function endAll(): void {
  for (const ending of endings) ending.end();
}

/** A signal that nobody else handles ends the process, as it would without us. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1 + bystanders()) return;
  endAll();
  stopListening();
  process.kill(process.pid, signal);
}

/** The library signal-exit listens as we do, and lets the process die only when nobody else listens. */
function bystanders(): number {
  const known = process as unknown as { readonly [name: string | symbol]: { readonly count?: number } };
  const names = [Symbol.for('signal-exit emitter'), '__signal_exit_emitter__'];
  return names.reduce((sum, name) => sum + (known[name]?.count ?? 0), 0);
}
