import { describe, expect, test } from 'vitest';
import { controlFault, openProject } from './open-project.ts';
import { smallRound } from './rounds.ts';

// In full: npm run hostile.
describe.concurrent('a cloned project does no harm', () => {
  test.each(smallRound(20_261_119).map((entry) => [entry.project.name, entry.project.about, entry] as const))(
    '%s: %s',
    { timeout: 180_000 },
    async (_, __, { project, through, visit, isControlled }) => {
      expect(await openProject(project, through, visit)).toEqual([]);
      if (isControlled) expect(await controlFault(project)).toBeUndefined();
    },
  );
});
