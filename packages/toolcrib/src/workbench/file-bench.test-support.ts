import { join } from 'node:path';
import { ToolService, type ToolServiceOptions } from '@toolcrib/core';
import { createProjectFiles } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import { createEditTool } from './edit/edit.ts';
import { createOutputs } from './outputs.ts';
import { createReadTool } from './read/read.ts';
import { createReadings } from './readings.ts';
import { createSampleProject, type SampleProject } from './sample-project.test-support.ts';
import { createWriteTool } from './write/write.ts';

export interface FileBench {
  readonly project: SampleProject;
  readonly bench: Bench;
  /** Read, Write and Edit in the sample project. */
  readonly service: ToolService;
}

/** A bench for the tools that touch files and nothing else. */
export function createFileBench(options: ToolServiceOptions = {}): FileBench {
  const project = createSampleProject();
  const { locale = 'en' } = options;
  const none = undefined as never;
  const { root, stateFolder } = project;
  const bench: Bench = {
    files: createProjectFiles({ root }),
    outputs: createOutputs({ folder: join(stateFolder, 'outputs'), locale }),
    readings: createReadings(),
    locale,
    stateFolder,
    commands: none,
    processes: none,
    network: none,
  };
  const service = new ToolService(options);
  for (const createTool of [createReadTool, createWriteTool, createEditTool])
    service.registerTool(createTool(bench));
  return { project, bench, service };
}
