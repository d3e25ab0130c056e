import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { pathAsName } from '../packages/toolcrib/src/config/path-as-name.ts';
import { parseJson } from '../packages/toolcrib/src/config/parse-json.ts';
import { parseYaml } from '../packages/toolcrib/src/config/parse-yaml.ts';
import { existingConfig } from '../packages/toolcrib/src/config/read-config.ts';
import { isRecord } from '../packages/toolcrib/src/config/trust/setting.ts';
import { identityOf, TrustRecords } from '../packages/toolcrib/src/config/trust/trust-records.ts';

/**
 * A project directory with these files, gone when the test is over. What is no text is written as JSON. Its configuration is
 * trusted on this machine.
 */
export function temporaryProject(files: { readonly [name: string]: unknown } = {}): string {
  const directory = clonedProject(files);
  trustConfiguration(directory);
  return directory;
}

/** The same as somebody else has made it: nobody on this machine has accepted anything of it. */
export function clonedProject(files: { readonly [name: string]: unknown } = {}): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(
      join(directory, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
  return directory;
}

/** The state folder that the tests of one run share. */
export function stateHome(): string {
  return String(process.env['TOOLCRIB_STATE']);
}

/** Accepts the configuration of a project as it is now, as `toolcrib trust --yes` does; what cannot be read is left. */
export function trustConfiguration(directory: string, state = stateHome()): void {
  const file = existingConfig(directory);
  if (file === undefined) return;
  try {
    const text = readFileSync(file, 'utf8');
    const document = (/\.ya?ml$/u.test(file) ? parseYaml(text) : parseJson(text)).value;
    const digest = createHash('sha256').update(text).digest('hex');
    if (!isRecord(document)) return;
    new TrustRecords(join(state, 'trust')).write({
      file: identityOf(file),
      digest,
      acceptedAt: Date.now(),
      document,
    });
  } catch {
    // The test is about a configuration that cannot be read.
  }
}

/** Where the history, grants and tokens of a project are kept. */
export function storeOf(directory: string, state = stateHome()): string {
  return join(state, pathAsName(directory), 'store.db');
}

/** A tool as a configuration writes it, answering with its own name. */
export function mockTool(name: string, changes: object = {}): object {
  return {
    name,
    description: `Answers with ${name}.`,
    type: 'function',
    handler: name,
    parameters: { type: 'object' },
    implementation: { type: 'mock', mock_response: name },
    ...changes,
  };
}
