import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { gitIn, makeRepository, put } from '../../workbench/git/repository.test-support.ts';
import { createSampleProject } from '../../workbench/sample-project.test-support.ts';
import { createGitFiles } from './git-files.ts';

test('included settings are read where they lie in the project, or the user has included them', () => {
  const project = createSampleProject();
  const { root, outside } = project;
  try {
    put(outside, 'theirs', '[core]\n\thooksPath = named-outside\n');
    put(outside, 'home/.gitconfig', '[include]\n\tpath = more\n');
    put(outside, 'home/more', '[core]\n\thooksPath = named-by-user\n');
    vi.stubEnv('HOME', join(outside, 'home'));
    vi.stubEnv('GIT_CONFIG_GLOBAL', undefined);
    makeRepository(root);
    put(root, 'settings/one', '[include]\n\tpath = two\n[core]\n\tfsmonitor = tools/watch.sh\n');
    put(root, 'settings/two', '[core]\n\thooksPath = named-inside\n');
    put(root, 'tools/watch.sh', 'true\n');
    gitIn(root, 'config', 'include.path', '../settings/one');
    gitIn(root, 'config', '--add', 'include.path', join(outside, 'theirs'));
    const files = createGitFiles(root)();
    for (const name of ['settings/one', 'settings/two', 'tools/watch.sh', 'named-inside', 'named-by-user'])
      expect(files).toContain(join(root, name));
    expect(files).not.toContain(join(root, 'named-outside'));
  } finally {
    vi.unstubAllEnvs();
    project.remove();
  }
});
