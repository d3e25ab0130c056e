import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import {
  createHostileProject,
  pathsIn,
} from '../../packages/toolcrib/src/fence/hostile-project.test-support.ts';
import { createProjectFiles } from '../../packages/toolcrib/src/fence/project-files.ts';
import { attackBySwaps, swapNames } from '../../packages/toolcrib/src/fence/swap-attack.test-support.ts';
import { faultsOf, tooFew, type Fuzzer } from './fuzzer.ts';

/** So many paths are looked up for each swap of a folder for a link. */
const pathsPerSwap = 20;

export const paths: Fuzzer = {
  name: 'paths',
  about: 'the path guard against the kernel, and against links that are swapped in while it works',
  go: 10_000,
  few: 3000,
  async open() {
    const project = createHostileProject();
    const { root, base } = project;
    const files = createProjectFiles({ root });
    const names = [...new Set(pathsIn(base).flatMap((path) => relative(base, path).split('/')))];
    const part = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom('..', '..', '.', '', 'src', 'project', 'missing'),
    );
    const start = fc.constantFrom('', '', `${base}/`, `${root}/`, '/proc/self/root/', '../');
    const path = fc
      .tuple(start, fc.array(part, { minLength: 1, maxLength: 7 }))
      .map(([head, parts]) => head + parts.join('/'))
      .filter((spelled) => spelled !== '');

    function locate(spelled: string): string | undefined {
      let place;
      try {
        place = files.locate(spelled, 'read');
      } catch {
        return undefined;
      }
      assert.ok(place.path === root || place.path === join(root, place.relative), 'two places for one path');
      return place.path;
    }

    return {
      async run(seed, count) {
        let compared = 0;
        const leads = fc.property(path, (spelled) => {
          const real = kernel(spelled.startsWith('/') ? spelled : `${root}/${spelled}`);
          const place = locate(spelled);
          if (real === undefined) return;
          compared++;
          assert.equal(place, real === root || real.startsWith(`${root}/`) ? real : undefined);
        });
        const faults = await faultsOf(leads, { seed, count });
        faults.push(...tooFew('paths that lead somewhere', compared, count / 10));
        for (const name of swapNames) {
          const { escapes, endings } = await attackBySwaps(name, Math.ceil(count / pathsPerSwap));
          faults.push(...escapes.map((escape) => `${name}: ${escape}`));
          for (const ending of ['read', 'written'])
            faults.push(...tooFew(`${ending} while ${name}`, endings[ending] ?? 0, 1));
        }
        return faults;
      },
      close: async () => project.remove(),
    };
  },
};

/** Undefined when the kernel finds nothing there. */
function kernel(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
