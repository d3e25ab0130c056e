import { randomText } from '../tool/random-text.ts';

/** Endings for the ids of one beginning: putting two texts together is much cheaper than writing a number. */
const endings = Array.from({ length: 36 ** 2 }, (_, number) => number.toString(36).padStart(2, '0'));

/** Ids that no other process makes: a random beginning, then a count. */
export function createCallIds(): () => string {
  // By the first call, because a host may first have to load what is random.
  let random: string | undefined;
  let count = 0;
  let next = endings.length;
  let beginning = '';
  return () => {
    if (next === endings.length) {
      random ??= `call_${randomText(12)}_`;
      beginning = random + (count++).toString(36);
      next = 0;
    }
    return beginning + (endings[next++] as string);
  };
}
