import { describe, expect, test } from 'vitest';
import { controlFault, openProject } from './open-project.ts';
import { roundSeed, smallRound } from './rounds.ts';

const table = smallRound(roundSeed).map(
  (entry) => [entry.project.name, entry.through.join(), entry.project.about, entry] as const,
);

// In full: npm run hostile.
describe.concurrent(`a cloned project does no harm (round ${roundSeed})`, () => {
  test.each(table)(
    '%s by %s: %s',
    { timeout: 180_000 },
    async (_, __, ___, { project, through, visit, isControlled }) => {
      expect(await openProject(project, through, visit)).toEqual([]);
      if (isControlled) expect(await controlFault(project)).toBeUndefined();
    },
  );
});
