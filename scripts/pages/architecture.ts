import { readFileSync } from 'node:fs';
import { houses } from '../../test/house/rooms.ts';
import { row, table } from './schema-words.ts';

const about: Readonly<Record<keyof typeof houses, string>> = {
  core: 'Pure logic: it imports nothing of Node, needs the globals of the web platform, and is tested in a page and a worker of a browser.',
  toolcrib:
    'The machine: files, processes, databases, the network, the command line. *The entry* is what puts the rooms together (`open-toolcrib.ts`); every room may use the core.',
  console: 'The web console, which knows the service by its contract alone.',
};

/** The rooms and the arrows between them, from the table that test/house holds the sources to. */
export function architecture(): string {
  const parts = (Object.keys(houses) as (keyof typeof houses)[]).flatMap((house) => [
    `## ${house}`,
    about[house],
    picture(house),
    table(
      ['room', 'what lives there'],
      Object.keys(houses[house]).map((room) =>
        row(`[${room}](../packages/${house}/src/${room}/README.md)`, firstSentence(house, room)),
      ),
    ),
  ]);
  return [
    '# Architecture',
    'Where everything lives, and who may import whom: an arrow points to what a room may use. Where a longer way leads to the same room the short arrow is left out, for the eye; `test/house/rooms.ts` has them all, and a test reads every import and fails on one that is not there. The way of a call through all this: [the life of a call](life-of-a-call.md).',
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');
}

function picture(house: keyof typeof houses): string {
  const rooms = houses[house];
  const lines = Object.entries(rooms).flatMap(([room, targets]) =>
    targets
      .filter((target) => !isImplied(target, targets, rooms))
      .map((target) => `  ${room} --> ${target === '' ? 'entry([the entry])' : target}`),
  );
  const lone = Object.keys(rooms).filter((room) => !lines.some((line) => line.split(/\s+/u).includes(room)));
  return ['```mermaid', 'flowchart TD', ...lone.map((room) => `  ${room}`), ...lines, '```'].join('\n');
}

/** Reached by another of the targets anyway. */
function isImplied(
  target: string,
  targets: readonly string[],
  rooms: Readonly<Record<string, readonly string[]>>,
): boolean {
  return targets.some((other) => other !== target && reaches(other, target, rooms));
}

function reaches(from: string, to: string, rooms: Readonly<Record<string, readonly string[]>>): boolean {
  return (rooms[from] ?? []).some((next) => next === to || reaches(next, to, rooms));
}

/** Of the page at its door. */
function firstSentence(house: string, room: string): string {
  const file = new URL(`../../packages/${house}/src/${room}/README.md`, import.meta.url);
  const [, paragraph = ''] = readFileSync(file, 'utf8').split('\n\n');
  const line = paragraph.replaceAll('\n', ' ');
  return /^.*?\.(?=\s|$)/u.exec(line)?.[0] ?? line;
}
