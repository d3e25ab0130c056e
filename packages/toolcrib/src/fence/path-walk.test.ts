import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostileProject, pathsIn, type HostileProject } from './hostile-project.test-support.ts';
import { createProjectFiles } from './project-files.ts';

let project: HostileProject;
beforeAll(() => {
  project = createHostileProject();
});
afterAll(() => project.remove());

test('a path leads where the kernel says it leads', () => {
  const { root, base } = project;
  const files = createProjectFiles({ root });
  const names = [...new Set(pathsIn(base).flatMap((path) => relative(base, path).split('/')))];
  const part = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom('..', '..', '.', '', 'src', 'project', 'missing') },
  );
  const start = fc.constantFrom('', '', `${base}/`, `${root}/`, '/proc/self/root/', '../');
  const path = fc
    .tuple(start, fc.array(part, { minLength: 1, maxLength: 7 }))
    .map(([head, parts]) => head + parts.join('/'))
    .filter((spelled) => spelled !== '');
  let compared = 0;
  fc.assert(
    fc.property(path, (spelled) => {
      const real = kernel(spelled.startsWith('/') ? spelled : `${root}/${spelled}`);
      const place = locate(spelled);
      if (real === undefined) return;
      compared++;
      const isInside = real === root || real.startsWith(`${root}/`);
      expect(place).toBe(isInside ? real : undefined);
    }),
    { numRuns: Number(process.env['TOOLCRIB_FUZZ_RUNS'] ?? 5000) },
  );
  expect(compared).toBeGreaterThan(500);

  function locate(spelled: string): string | undefined {
    try {
      const place = files.locate(spelled, 'read');
      expect(place.path === root || place.path === join(root, place.relative)).toBe(true);
      return place.path;
    } catch {
      return undefined;
    }
  }
});

/** Undefined when the kernel finds nothing there. */
function kernel(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
