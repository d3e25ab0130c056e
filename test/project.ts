import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A project directory with these files, gone when the test is over. What is no text is written as JSON. */
export function temporaryProject(files: { readonly [name: string]: unknown } = {}): string {
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
