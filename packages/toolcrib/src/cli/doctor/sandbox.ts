import type { Diagnosis } from '../../open-workbench.ts';
import type { Find, Finding } from './finding.ts';

/** Whether the system itself holds processes, and whether it must. */
export function examineSandbox(
  { mode, layer, parts }: Pick<Diagnosis, 'mode' | 'layer' | 'parts'>,
  find: Find,
): Finding[] {
  if (mode === 'off' || layer !== 'checks') return [];
  const broken = parts.filter(({ works }) => !works).map(({ name, detail }) => `${name}: ${detail}`);
  return mode === 'required'
    ? [find('error', 'sandbox_missing', { parts: broken })]
    : [find('warning', 'sandbox_weak', { parts: broken })];
}
