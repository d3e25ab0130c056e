import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import { stateBaseOf, type StateOwner } from './state-folder.ts';
import { stateTexts } from './state-texts.ts';
import { createPlanSeal, type PlanSeal } from './store/plans/plan-seal.ts';
import { privacyFault } from './store/private-place.ts';
import { randomName } from './store/random-name.ts';

/** Seals the plans of this user, on this machine, in this project. Nothing is read before the first plan. */
export function planSealOf(owner: StateOwner): PlanSeal {
  let seal: PlanSeal | undefined;
  return (plan) => (seal ??= createPlanSeal(keyOf(owner), [machine(), user(), owner.project]))(plan);
}

/** A secret of this user: no store that somebody else has made holds a plan that was sealed with it. */
function keyOf(owner: StateOwner): string {
  const file = join(stateBaseOf(owner), 'plan-key');
  const fault = privacyFault(file, { kind: 'file' });
  if (fault !== undefined)
    throw new ConfigError({
      code: 'state_not_private',
      file,
      ...stateTexts(owner.locale).notPrivate(fault),
    });
  return read(file) ?? make(file);
}

function read(file: string): string | undefined {
  try {
    const key = readFileSync(file, 'utf8');
    return /^[\da-f]{30}$/u.test(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Whole from the beginning: of several processes that start at once the first one's key is that of all. */
function make(file: string): string {
  const part = `${file}.${randomName()}`;
  writeFileSync(part, randomName(), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  const key = read(file);
  if (key === undefined) throw new Error(`${file} is damaged: remove it`);
  return key;
}

/** Given by the system where it is installed. Where it has given none, the key alone tells. */
function machine(): string {
  for (const file of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      // Not on this system.
    }
  }
  return '';
}

function user(): string {
  return String(process.geteuid?.() ?? userInfo().username);
}
