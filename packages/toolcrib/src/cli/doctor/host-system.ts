import { readFileSync, statfsSync } from 'node:fs';

/** What we run on, as far as it decides which sandbox there can be. */
export type HostSystem = 'linux' | 'wsl1' | 'wsl2' | 'macos' | 'windows' | 'other';

export function hostSystem(
  platform: NodeJS.Platform = process.platform,
  kernel: () => string = kernelRelease,
): HostSystem {
  if (platform === 'darwin') return 'macos';
  if (platform === 'win32') return 'windows';
  if (platform !== 'linux') return 'other';
  const release = kernel();
  // WSL 1 is no Linux kernel: it answers `4.4.0-22621-Microsoft`.
  if (/WSL2|microsoft-standard/iu.test(release)) return 'wsl2';
  return /microsoft/iu.test(release) ? 'wsl1' : 'linux';
}

/** Whether a folder lies on a disk that Windows lends to WSL, such as `/mnt/c`. */
export function isWindowsDisk(
  folder: string,
  typeOf: (folder: string) => number = (path) => statfsSync(path).type,
): boolean {
  return lentDisks.has(typeOf(folder));
}

/** The numbers by which Linux knows 9p and virtiofs, through which WSL 2 reaches them. */
const lentDisks: ReadonlySet<number> = new Set([0x01_02_19_97, 0x6a_65_62_66]);

function kernelRelease(): string {
  try {
    return readFileSync('/proc/sys/kernel/osrelease', 'utf8');
  } catch {
    return '';
  }
}
