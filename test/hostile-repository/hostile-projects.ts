import { authority } from './catalog/authority.ts';
import { environment } from './catalog/environment.ts';
import { filesOutside } from './catalog/files-outside.ts';
import { files } from './catalog/files.ts';
import { gitExecution } from './catalog/git-execution.ts';
import { gitReading } from './catalog/git-reading.ts';
import { oddConfigurations } from './catalog/odd-configurations.ts';
import { programs } from './catalog/programs.ts';
import { sending } from './catalog/sending.ts';
import type { HostileProject } from './hostile-project.ts';

export const hostileProjects: readonly HostileProject[] = [
  ...authority,
  ...programs,
  ...sending,
  ...filesOutside,
  ...oddConfigurations,
  ...files,
  ...environment,
  ...gitExecution,
  ...gitReading,
];
