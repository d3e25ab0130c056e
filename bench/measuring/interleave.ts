import { shuffle } from './shuffle.ts';

/**
 * Takes one sample of every subject in each round, in another order each time: what disturbs the machine disturbs
 * them all alike, and samples of one round can be divided by each other. The list of a subject holds its samples by
 * round.
 */
export async function interleave<Subject>(
  subjects: readonly Subject[],
  rounds: number,
  sample: (subject: Subject) => number | Promise<number>,
): Promise<Map<Subject, number[]>> {
  const samples = new Map(subjects.map((subject) => [subject, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of shuffle(subjects, round + 1)) samples.get(subject)?.push(await sample(subject));
  }
  return samples;
}
