import { setImmediate } from 'node:timers/promises';
import { defineTool, ToolExecutionError, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { changeEffect } from '../change-effect.ts';
import { failure } from '../failure.ts';
import {
  diffOf,
  lookAhead,
  lookNow,
  refuseChanged,
  refuseUnread,
  writeEffect,
  type Standing,
} from '../file-change.ts';
import { toFailure } from '../file-failure.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { decodeText, encodeText, type DecodedText } from '../text-encoding.ts';
import { applyEdit, editLimits, type EditedText, type Replacement } from './apply-edit.ts';

/** In larger files what would change is not shown before. */
const maxPreviewedBytes = 1_000_000;

/** Replaces text in files of the project. */
export function createEditTool(bench: Bench): Tool {
  return defineTool({
    type: 'builtin',
    name: 'Edit',
    aliases: ['edit'],
    description: [
      'Replace text in a file of the project, to the letter. old_string must be found exactly once, unless replace_all is set.',
      'For several changes in one file give a list of edits: they are made one after the other, all or none. Line endings,',
      'encoding and mode of the file are kept: \\n in old_string also stands for \\r\\n in a file that uses it. Where git cannot',
      'give back what the file holds now, a person is asked first and shown what changes, once in a session.',
    ].join('\n'),
    shortDescription: 'Replace text in a file.',
    whenToUse:
      'To change a part of an existing file. Read it first. To make a file, or to replace all of it, use Write.',
    category: 'files',
    tier: 'medium',
    tags: ['file', 'edit', 'replace', 'change', 'patch', 'refactor'],
    annotations: { readOnly: false, destructive: false, idempotent: false, requiresConfirmation: false },
    permission: 'read_write',
    // Changes that git cannot give back ask by their effects.
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
        old_string: {
          type: 'string',
          description: 'The text to replace, with enough around it to be found once.',
        },
        new_string: { type: 'string', description: 'What takes its place.' },
        replace_all: { type: 'boolean', description: 'Replace it wherever it is found.', default: false },
        edits: {
          type: 'array',
          description: 'Several changes instead of one.',
          minItems: 1,
          maxItems: 100,
          items: {
            type: 'object',
            properties: {
              old_string: { type: 'string' },
              new_string: { type: 'string' },
              replace_all: { type: 'boolean', default: false },
            },
            required: ['old_string', 'new_string'],
            additionalProperties: false,
          },
        },
      },
      required: ['file_path'],
      oneOf: [{ required: ['old_string', 'new_string'] }, { required: ['edits'] }],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'From the project directory, links resolved' },
        replacements: { type: 'integer' },
        bytes: { type: 'integer' },
        diff: {
          type: 'string',
          description: 'What changed, as a unified diff; empty where it is too much to show',
        },
      },
      required: ['path', 'replacements', 'bytes', 'diff'],
    },
    examples: [
      {
        description: 'One change',
        arguments: {
          file_path: 'src/greet.ts',
          old_string: 'Hello, ${name}!',
          new_string: 'Good morning, ${name}!',
        },
        output: {
          path: 'src/greet.ts',
          replacements: 1,
          bytes: 83,
          diff: [
            '--- a/src/greet.ts',
            '+++ b/src/greet.ts',
            '@@ -1,3 +1,3 @@',
            ' export function greet(name: string): string {',
            '-  return `Hello, ${name}!`;',
            '+  return `Good morning, ${name}!`;',
            ' }',
            '',
          ].join('\n'),
        },
      },
      {
        description: 'A name, wherever it is used',
        arguments: { file_path: 'src/greet.ts', old_string: 'name', new_string: 'who', replace_all: true },
        output: {
          path: 'src/greet.ts',
          replacements: 2,
          bytes: 74,
          diff: [
            '--- a/src/greet.ts',
            '+++ b/src/greet.ts',
            '@@ -1,3 +1,3 @@',
            '-export function greet(name: string): string {',
            '-  return `Hello, ${name}!`;',
            '+export function greet(who: string): string {',
            '+  return `Hello, ${who}!`;',
            ' }',
            '',
          ].join('\n'),
        },
      },
      {
        description: 'Several changes, all or none',
        arguments: {
          file_path: 'notes.txt',
          edits: [
            { old_string: 'first', new_string: '1st' },
            { old_string: 'third\n', new_string: '' },
          ],
        },
        output: {
          path: 'notes.txt',
          replacements: 2,
          bytes: 18,
          diff: [
            '--- a/notes.txt',
            '+++ b/notes.txt',
            '@@ -1,4 +1,3 @@',
            '-first',
            '+1st',
            ' second',
            '-third',
            ' fourth',
            '',
          ].join('\n'),
        },
      },
    ],
    cautions: [
      'Refused when old_string is not found (the nearest line is told), or found more than once (the lines are told).',
      'Refused when the file has changed since this agent last read it, or since the person was asked: read it again.',
      'Only text in UTF-8, or in UTF-16 with a byte order mark, up to 10 MB. Files that are protected cannot be edited.',
      'The line numbers that Read shows are not part of the file.',
    ],
    effects: async (input) => {
      const standing = lookAhead(bench, input.file_path, maxPreviewedBytes);
      if (standing === undefined)
        return [{ kind: 'write', path: pathOfEffect(bench, input.file_path, 'write') }];
      const effect = writeEffect(standing);
      if (standing.stamp === 'missing') return [effect];
      if (standing.content === undefined) return [await changeEffect(standing, undefined, bench)];
      const after = afterOf(standing, input, bench);
      return after === undefined ? [effect] : [await changeEffect(standing, after, bench)];
    },
    preflight: async (input, { agent }) => {
      try {
        const standing = await lookNow(bench, input.file_path, editLimits.bytes);
        refuseUnread(standing, 'Edit', agent, bench);
        // Nobody has said yet that this agent may see the file.
        const tellsText = bench.readings.last(agent, standing.place.path) !== undefined;
        const subject = { ...subjectOf(standing, bench), tellsText };
        for (const _ of editing(subject, input, bench)) await setImmediate();
      } catch (error) {
        throw toFailure(error, 'Edit', bench);
      }
    },
    run: async (input, context) => {
      const { files, outputs, readings } = bench;
      const { signal, agent } = context;
      try {
        const standing = await lookNow(bench, input.file_path, editLimits.bytes);
        const subject = subjectOf(standing, bench);
        refuseChanged(standing, 'Edit', context, bench);
        let edited: EditedText = { text: subject.text, replacements: 0 };
        for (edited of editing(subject, input, bench)) {
          // Many edits of a large file take a while: others get their turn.
          await setImmediate();
          signal.throwIfAborted();
        }
        const content = encodeText({ text: edited.text, encoding: subject.encoding });
        const { place, stamp } = await files.replace(input.file_path, content, {
          expected: standing.stamp,
          place: standing.place,
          signal,
        });
        readings.remember(agent, place.path, stamp);
        context.note('file_size_bytes', content.length);
        const diff = await outputs.cut(diffOf(standing, edited.text) ?? '');
        const { replacements } = edited;
        return { path: place.relative, replacements, bytes: content.length, diff: diff.text };
      } catch (error) {
        throw toFailure(error, 'Edit', bench);
      }
    },
  });
}

/** What would stand there; undefined when the edit cannot be made. */
function afterOf(standing: Standing, input: EditInput, bench: Bench): string | undefined {
  try {
    const subject = subjectOf(standing, bench);
    let after = subject.text;
    for (const { text } of editing(subject, input, bench)) after = text;
    return after;
  } catch (error) {
    if (!(error instanceof ToolExecutionError)) throw error;
    return undefined;
  }
}

interface EditInput extends Partial<Replacement> {
  readonly edits?: readonly Replacement[];
}

interface Subject extends DecodedText {
  /** As it is shown. */
  readonly path: string;
  /** @default true */
  readonly tellsText?: boolean;
}

/** The text to edit; refuses what is not there, too large, or no text. */
function subjectOf({ place, stamp, content }: Standing, { locale }: Bench): Subject {
  const path = place.relative;
  if (stamp === 'missing') throw failure('Edit', 'file_not_found', { path }, { locale });
  if (content === undefined)
    throw failure('Edit', 'too_large', { path, limit: editLimits.bytes }, { locale });
  const decoded = decodeText(content);
  if (decoded === undefined) throw failure('Edit', 'not_text', { path }, { locale });
  return { ...decoded, path };
}

/** Makes the edits one after the other, each in what the one before it has made, and gives what it has so far. */
function* editing(
  { text, path, tellsText = true }: Subject,
  input: EditInput,
  { locale }: Bench,
): Generator<EditedText, void> {
  const {
    old_string = '',
    new_string = '',
    replace_all,
    edits = [{ old_string, new_string, replace_all }],
  } = input;
  let edited: EditedText = { text, replacements: 0 };
  for (const [index, edit] of edits.entries()) {
    if (!edit.new_string.isWellFormed()) {
      throw failure('Edit', 'broken_characters', { parameter: 'new_string' }, { locale });
    }
    const made = applyEdit(edited.text, edit, {
      path,
      edit: edits.length > 1 ? index + 1 : undefined,
      tellsText,
      fail: (reason, facts) => failure('Edit', reason, facts, { locale }),
    });
    edited = { text: made.text, replacements: edited.replacements + made.replacements };
    yield edited;
  }
}
