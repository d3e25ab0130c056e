import { ToolService, type ToolServiceOptions } from '@toolcrib/core';
import type { Bench } from './bench.ts';
import { createTestBench } from './bench.test-support.ts';
import { createEditTool } from './edit/edit.ts';
import { createReadTool } from './read/read.ts';
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
  const bench = createTestBench(project, { locale });
  const service = new ToolService(options);
  for (const createTool of [createReadTool, createWriteTool, createEditTool])
    service.registerTool(createTool(bench));
  return { project, bench, service };
}
