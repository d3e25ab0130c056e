import type { Diagnosis } from '../../open-workbench.ts';
import type { Find, Finding } from './finding.ts';
import { hostSystem, isWindowsDisk, type HostSystem } from './host-system.ts';

/** Whether the system itself holds processes, and whether it must. */
export function examineSandbox(
  { mode, layer, parts }: Pick<Diagnosis, 'mode' | 'layer' | 'parts'>,
  find: Find,
  system: HostSystem = hostSystem(),
): Finding[] {
  if (mode === 'off' || layer !== 'checks') return [];
  const severity = mode === 'required' ? 'error' : 'warning';
  if (system === 'windows') return [find(severity, 'sandbox_windows', { required: mode === 'required' })];
  if (system === 'wsl1') return [find(severity, 'sandbox_wsl1', { required: mode === 'required' })];
  const broken = parts.filter(({ works }) => !works).map(({ name, detail }) => `${name}: ${detail}`);
  return mode === 'required'
    ? [find('error', 'sandbox_missing', { parts: broken, system })]
    : [find('warning', 'sandbox_weak', { parts: broken, system })];
}

/** A disk of Windows keeps no owners and modes, ignores case, and its files are run by programs of Windows. */
export function examineDisk(
  project: string,
  find: Find,
  system: HostSystem = hostSystem(),
  isLent: (folder: string) => boolean = isWindowsDisk,
): Finding[] {
  return system === 'wsl2' && isLent(project)
    ? [find('warning', 'project_on_windows_disk', { project })]
    : [];
}
