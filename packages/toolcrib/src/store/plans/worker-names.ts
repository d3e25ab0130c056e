/** Who has a plan that any worker of a format may take. */
export function allWorkers(format: number): string {
  return `workers/${format}`;
}

/** Who has a plan that one worker drives. */
export function oneWorker(format: number, name: string): string {
  return `worker/${format}/${name}`;
}

/** Whether a plan is for workers alone: an engine of one process leaves it to them, however dead they may look. */
export function isForWorkers(runner: string): boolean {
  return /^workers?\//u.test(runner);
}
