import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { defineTool, type JsonValue, type Tool, type ToolContext } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { isJudgedPlace } from '../file-change.ts';
import { toFailure } from '../file-failure.ts';
import { workbenchNotes } from '../notes.ts';
import { outputLimits } from '../outputs.ts';
import { encodingOf } from '../text-encoding.ts';
import { binaryTypeOf, shownImages } from './file-type.ts';
import { readWindow, type LineWindow } from './line-window.ts';

/** What becomes 5 MB in base64, which is what models take. */
const maxImageBytes = 3_750_000;
const sniffedBytes = 8192;

/** Reads files of the project, and output that another tool could not show whole. */
export function createReadTool(bench: Bench): Tool {
  return defineTool({
    type: 'builtin',
    name: 'Read',
    aliases: ['read'],
    description: [
      'Read a file of the project: text with line numbers (UTF-8, or UTF-16 with a byte order mark), images as images,',
      'other binary files by type and size. Gives up to 2,000 lines or 50 KB at once; offset and limit give other parts,',
      'also of very large files. file_path may also be a handle such as output:4f…, by which another tool has kept',
      'output that was too long.',
    ].join('\n'),
    shortDescription: 'Read a file, with line numbers.',
    whenToUse:
      'To see what is in a file whose path is known. Use Glob to find files and Grep to find text in them.',
    category: 'files',
    tier: 'low',
    tags: ['file', 'read', 'view', 'open', 'text', 'image', 'lines'],
    annotations: { readOnly: true, destructive: false, idempotent: true, requiresConfirmation: false },
    permission: 'read_only',
    approval: 'safe',
    source: 'workbench',
    parameters: {
      type: 'object',
      properties: {
        file_path: {
          type: 'string',
          description:
            'A path from the project directory, or an absolute one inside it; or an output handle.',
          minLength: 1,
        },
        offset: { type: 'integer', description: 'The first line, counted from 1.', minimum: 1, default: 1 },
        limit: {
          type: 'integer',
          description: 'How many lines; never more than 2,000.',
          minimum: 1,
          default: outputLimits.lines,
        },
      },
      required: ['file_path'],
      additionalProperties: false,
    },
    returns: {
      anyOf: [
        {
          type: 'string',
          description:
            'Lines as "     1<tab>text"; at the end, in brackets, where to go on when there is more. The metadata hold file_size_bytes, total_lines, encoding and line_endings.',
        },
        {
          type: 'object',
          description: 'An image of at most 3.75 MB',
          properties: {
            type: { const: 'image' },
            mediaType: { type: 'string', enum: [...shownImages] },
            data: { type: 'string', description: 'base64' },
          },
          required: ['type', 'mediaType', 'data'],
        },
      ],
    },
    examples: [
      {
        description: 'A whole file',
        arguments: { file_path: 'src/greet.ts' },
        output: [
          '     1\texport function greet(name: string): string {',
          '     2\t  return `Hello, ${name}!`;',
          '     3\t}',
        ].join('\n'),
      },
      {
        description: 'Two lines from the middle',
        arguments: { file_path: 'notes.txt', offset: 2, limit: 2 },
        output: '     2\tsecond\n     3\tthird\n[Lines 2-3 of 4. Go on with offset 4.]',
      },
      {
        description: 'An image',
        arguments: { file_path: 'pixel.gif' },
        output: {
          type: 'image',
          mediaType: 'image/gif',
          data: 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
        },
      },
      {
        description: 'A file that is empty',
        arguments: { file_path: 'empty.txt' },
        output: '[The file is empty.]',
      },
    ],
    cautions: [
      'Line numbers and the tab behind them are not part of the file: leave them out of old_string for Edit.',
      'Carriage returns before newlines are kept. Lines over 2,000 characters are cut and say so.',
      'Directories, FIFOs, sockets and devices are refused, and so is everything outside the project directory.',
      'In files over 64 MB lines are counted only as far as they are needed.',
    ],
    effects: ({ file_path }) =>
      bench.outputs.isHandle(file_path)
        ? []
        : [{ kind: 'read', path: pathOfEffect(bench, file_path, 'read') }],
    run: async ({ file_path, offset, limit }, context) => {
      const subject = await openSubject(bench, file_path, context);
      try {
        context.note('file_size_bytes', subject.size);
        const lines = Math.min(limit, outputLimits.lines);
        return await show(bench, { ...subject, offset, limit: lines }, context);
      } finally {
        await subject.handle.close();
      }
    },
  });
}

interface Subject {
  readonly handle: FileHandle;
  /** The path as it is shown. */
  readonly shown: string;
  readonly size: number;
}

/** A file of the project, remembered as read; or an output that was kept. */
async function openSubject(bench: Bench, path: string, { agent, effects }: ToolContext): Promise<Subject> {
  const { files, outputs, readings, locale } = bench;
  if (outputs.isHandle(path)) {
    const found = await outputs.find(path);
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
    const handle = found === undefined ? undefined : await open(found, flags).catch(() => undefined);
    if (handle === undefined) throw failure('Read', 'output_gone', { handle: path }, { locale });
    return { handle, shown: path, size: (await handle.stat()).size };
  }
  const { handle, place, stamp } = await files.open(path).catch((error: unknown) => {
    throw toFailure(error, 'Read', bench);
  });
  if (!isJudgedPlace(place, effects)) {
    await handle.close();
    throw failure('Read', 'changed_meanwhile', { path }, { locale });
  }
  readings.remember(agent, place.path, stamp);
  return { handle, shown: place.relative, size: Number(stamp.size) };
}

interface View extends Subject {
  readonly offset: number;
  readonly limit: number;
}

async function show(bench: Bench, view: View, context: ToolContext): Promise<JsonValue> {
  const { handle, size } = view;
  const notes = workbenchNotes(bench.locale);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
  const start = buffer.subarray(0, bytesRead);
  if (bytesRead === 0) return notes.emptyFile;
  const encoding = encodingOf(start);
  const mediaType = encoding.startsWith('utf-16') ? undefined : binaryTypeOf(start);
  if (mediaType === undefined) {
    const { signal } = context;
    const window = await readWindow(handle, {
      ...view,
      encoding,
      cutMark: (bytes) => ` ${notes.lineCut(bytes)}`,
      signal,
    });
    return showLines(bench, view, { ...window, encoding }, context);
  }
  context.note('media_type', mediaType);
  if (!shownImages.has(mediaType)) return notes.binaryFile({ mediaType, bytes: size });
  if (size > maxImageBytes) return notes.imageTooLarge({ mediaType, bytes: size, limit: maxImageBytes });
  const image = Buffer.alloc(size);
  const read = await handle.read(image, 0, size, 0);
  return { type: 'image', mediaType, data: image.toString('base64', 0, read.bytesRead) };
}

function showLines(
  { locale }: Bench,
  { shown, offset }: View,
  {
    lines,
    total,
    encoding,
    lineEndings,
    endsWithNewline,
    isExact,
  }: LineWindow & { readonly encoding: string },
  context: ToolContext,
): string {
  context.note('encoding', isExact ? encoding : 'unknown');
  context.note('line_endings', lineEndings);
  if (total !== undefined) context.note('total_lines', total);
  if (endsWithNewline !== undefined) context.note('final_newline', endsWithNewline);
  if (total === 0) return workbenchNotes(locale).emptyFile;
  const last = offset + lines.length - 1;
  if (total !== undefined && offset > total) {
    throw failure('Read', 'offset_beyond_end', { path: shown, offset, total }, { locale });
  }
  const numbered = lines.map((line, index) => `${String(offset + index).padStart(6)}\t${line}`);
  if (last === total) return numbered.join('\n');
  return [...numbered, workbenchNotes(locale).linesShown({ first: offset, last, total })].join('\n');
}
