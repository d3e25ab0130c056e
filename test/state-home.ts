import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the tests a state folder of their own, so that none of them meets what the person at the machine has accepted. */
export default function stateHome(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-state-'));
  process.env['TOOLCRIB_STATE'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
