import { calling } from './calling.ts';
import { choosing } from './choosing.ts';
import { doors } from './doors.ts';
import { lookingBack } from './looking-back.ts';
import type { Chapter, Page } from './page.ts';
import { planning } from './planning.ts';
import { people } from './people.ts';
import { settingUp } from './setting-up.ts';
import { sources } from './sources.ts';

/** What there is to say about every command: the help, the completion and the reference are made of it. */
export const chapters: readonly Chapter[] = [
  calling,
  people,
  lookingBack,
  choosing,
  planning,
  sources,
  doors,
  settingUp,
];

export function pageOf(command: string): Page | undefined {
  return chapters
    .flatMap(({ pages }) => pages)
    .find(({ name, wire }) => name === command || wire === command);
}
