import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Locale } from '@toolcrib/core';
import type { Toolcrib } from '../open-toolcrib.ts';
import { dangerText, type DangerFacts } from './danger-texts.ts';

/** Something about how the service runs that makes it easier to attack. */
export interface Danger {
  readonly code: keyof DangerFacts;
  readonly message: (locale: Locale) => string;
  readonly remedy: (locale: Locale) => string;
}

/** Whether an address is reached by this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

/** What the operator should know: said at the start, in `/status` and in the console. */
export async function findDangers(
  { workbench, config }: Pick<Toolcrib, 'workbench' | 'config'>,
  { host }: { readonly host: string },
): Promise<Danger[]> {
  const { layer } = await workbench.diagnose();
  const writable = [config.file, config.file && dirname(config.file)].find(
    (path) => path !== undefined && isWritableByOthers(path),
  );
  return [
    ...(layer === 'checks' ? [danger('no_sandbox', {})] : []),
    ...(process.geteuid?.() === 0 ? [danger('runs_as_root', {})] : []),
    ...(isLoopback(host) ? [] : [danger('open_without_tls', { host })]),
    ...(writable === undefined ? [] : [danger('config_writable', { path: writable })]),
  ];
}

/** In a folder with the sticky bit, such as /tmp, others cannot replace what is not theirs. */
function isWritableByOthers(path: string): boolean {
  const user = process.geteuid?.();
  // Windows keeps neither an owner nor a mode there.
  if (user === undefined) return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const link = lstatSync(path);
  const isOthers = [stats, link].some(({ uid }) => uid !== user && uid !== 0);
  // A user's own group often has the number of the user, and nobody else in it.
  const bits = stats.gid === stats.uid ? 0o002 : 0o022;
  const isOpen = (stats.mode & bits) !== 0 && !(stats.isDirectory() && (stats.mode & 0o1000) !== 0);
  return isOthers || isOpen;
}

function danger<Code extends keyof DangerFacts>(code: Code, facts: DangerFacts[Code]): Danger {
  return {
    code,
    message: (locale) => dangerText(code, facts, locale).message,
    remedy: (locale) => dangerText(code, facts, locale).remedy,
  };
}
