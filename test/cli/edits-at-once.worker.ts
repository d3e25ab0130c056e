/**
 * Changes the files of a project again and again, as commands do, and says each change once it is made:
 * `node edits-at-once.worker.ts PROJECT STATE FILE ID ROUNDS`.
 */
import { join } from 'node:path';
import { ToolService } from '@toolcrib/core';
import { editTrusted } from '../../packages/toolcrib/src/config/trust/edit-trusted.ts';
import { Imports } from '../../packages/toolcrib/src/connectors/imports.ts';
import { knownClients } from '../../packages/toolcrib/src/mcp/install/clients.ts';
import { writeEntry } from '../../packages/toolcrib/src/mcp/install/write-entry.ts';

const [project = '', state = '', file = '', id = '', rounds = '0'] = process.argv.slice(2);
const trustFolder = join(state, 'trust');
const imports = new Imports({
  service: new ToolService({ builtins: false }),
  lockFile: join(project, 'toolcrib.lock'),
  folder: join(state, 'imports'),
  lockFolder: trustFolder,
});

for (let round = 0; round < Number(rounds); round++) {
  const name = `${id}_${round}`;
  await editTrusted({
    file: join(project, file),
    path: ['mcpServers', name],
    value: { command: name },
    trustFolder,
    fresh: true,
  });
  imports.add({
    name,
    kind: 'mcp',
    origin: { command: name },
    definitions: async () => [
      {
        name,
        description: name,
        parameters: { type: 'object' },
        implementation: { kind: 'mock', response: 1 },
      },
    ],
  });
  await imports.accept(await imports.review(name));
  await writeEntry(
    knownClients['claude-code'],
    { command: name, args: [] },
    { file: join(project, '.mcp.json'), name, force: false, lockFolder: trustFolder, project },
  );
  console.log(name);
}
