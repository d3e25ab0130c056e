import { defineTool, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { changeEffect } from '../change-effect.ts';
import { failure } from '../failure.ts';
import { diffOf, lookAhead, lookNow, refuseChanged, refuseUnread, writeEffect } from '../file-change.ts';
import { toFailure } from '../file-failure.ts';
import { pathOfEffect } from '../path-of-effect.ts';

/** Larger files are not compared with what takes their place. */
const maxComparedBytes = 1_000_000;

/** Makes and overwrites files of the project. */
export function createWriteTool(bench: Bench): Tool {
  return defineTool({
    type: 'builtin',
    name: 'Write',
    aliases: ['write'],
    description: [
      'Write a file of the project as a whole, in UTF-8. A new file is made at once, with the folders that it needs; before',
      'one is overwritten whose content git cannot give back, a person is asked and shown what changes, once in a session. The',
      'file is replaced in one step: nobody ever sees half of it.',
    ].join('\n'),
    shortDescription: 'Make a file, or overwrite one.',
    whenToUse:
      'To make new files. To change a part of an existing file use Edit, which touches nothing else in it.',
    category: 'files',
    tier: 'medium',
    tags: ['file', 'write', 'create', 'save', 'overwrite'],
    annotations: { readOnly: false, destructive: true, idempotent: true, requiresConfirmation: false },
    permission: 'read_write',
    approval: 'safe',
    source: 'workbench',
    riskFrom: 'effects',
    parameters: {
      type: 'object',
      properties: {
        file_path: {
          type: 'string',
          description: 'A path from the project directory, or an absolute one inside it.',
          minLength: 1,
        },
        content: { type: 'string', description: 'The whole content of the file.' },
      },
      required: ['file_path', 'content'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'From the project directory, links resolved' },
        created: { type: 'boolean', description: 'False when there was a file before' },
        changed: { type: 'boolean', description: 'False when the file held exactly this already' },
        bytes: { type: 'integer' },
        diff: {
          type: 'string',
          description: 'What changed, as a unified diff; empty for new files and where it cannot be shown',
        },
      },
      required: ['path', 'created', 'changed', 'bytes', 'diff'],
    },
    examples: [
      {
        description: 'A new file in a new folder',
        arguments: { file_path: 'docs/guide.md', content: '# Guide\n' },
        output: { path: 'docs/guide.md', created: true, changed: true, bytes: 8, diff: '' },
      },
      {
        description: 'Overwriting, after a person has agreed',
        arguments: { file_path: 'README.md', content: '# Sample\n\nA small project with a guide.\n' },
        output: {
          path: 'README.md',
          created: false,
          changed: true,
          bytes: 40,
          diff: [
            '--- a/README.md',
            '+++ b/README.md',
            '@@ -1,3 +1,3 @@',
            ' # Sample',
            ' ',
            '-A small project.',
            '+A small project with a guide.',
            '',
          ].join('\n'),
        },
      },
      {
        description: 'Nothing to do',
        arguments: { file_path: 'notes.txt', content: 'first\nsecond\nthird\nfourth\n' },
        output: { path: 'notes.txt', created: false, changed: false, bytes: 26, diff: '' },
      },
    ],
    cautions: [
      'Overwriting what is not committed asks a person, once in a session; where nobody can be asked it is refused.',
      'Refused when the file has changed since this agent last read it, or since the person was asked: read it again.',
      'Repositories, shell start files, configuration of editors, agents and package managers, and the files of Toolcrib are protected: nothing in or under them is written.',
      'Files that other programs execute or obey, such as the scripts of package.json and AGENTS.md, ask a person also when they are new.',
      'Writes UTF-8 with the line endings that content has, whatever the old file had.',
    ],
    effects: async ({ file_path, content }) => {
      const standing = lookAhead(bench, file_path, maxComparedBytes);
      if (standing === undefined) return [{ kind: 'write', path: pathOfEffect(bench, file_path, 'write') }];
      const effect = writeEffect(standing);
      if (standing.content?.equals(Buffer.from(content))) return [effect];
      return [await changeEffect(standing, content, bench)];
    },
    preflight: async ({ file_path, content }, { agent }) => {
      refuseBroken(content, bench);
      try {
        refuseUnread(await lookNow(bench, file_path, 0), 'Write', agent, bench);
      } catch (error) {
        throw toFailure(error, 'Write', bench);
      }
    },
    run: async ({ file_path, content }, context) => {
      const { files, outputs, readings } = bench;
      refuseBroken(content, bench);
      try {
        const bytes = Buffer.from(content);
        const standing = await lookNow(bench, file_path, Math.max(maxComparedBytes, bytes.length));
        context.note('file_size_bytes', bytes.length);
        const base = { path: standing.place.relative, bytes: bytes.length };
        if (standing.content?.equals(bytes)) return { ...base, created: false, changed: false, diff: '' };
        refuseChanged(standing, 'Write', context, bench);
        const { signal, agent } = context;
        const { place, stamp, created } = await files.replace(file_path, bytes, {
          expected: standing.stamp,
          place: standing.place,
          signal,
        });
        readings.remember(agent, place.path, stamp);
        const diff = await outputs.cut(diffOf(standing, content) ?? '');
        return { ...base, created, changed: true, diff: diff.text };
      } catch (error) {
        throw toFailure(error, 'Write', bench);
      }
    },
  });
}

/** What cannot be written in UTF-8. */
function refuseBroken(content: string, { locale }: Bench): void {
  if (!content.isWellFormed())
    throw failure('Write', 'broken_characters', { parameter: 'content' }, { locale });
}
