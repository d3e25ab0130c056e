import type { Tool } from '@toolcrib/core';
import { createBashTool } from './bash/bash.ts';
import type { Bench } from './bench.ts';
import { createEditTool } from './edit/edit.ts';
import { createGitTool } from './git/git.ts';
import { createGlobTool } from './glob/glob.ts';
import { createGrepTool } from './grep/grep.ts';
import type { LanguageServerDefinition } from './lsp/language-servers.ts';
import { createLspTool } from './lsp/lsp.ts';
import { createReadTool } from './read/read.ts';
import { createSearchTool } from './search/search.ts';
import { createTerminalTool } from './terminal/terminal.ts';
import { createWriteTool } from './write/write.ts';

/** The ten tools of the workbench, in the order in which they are listed. */
export function createWorkbenchTools(
  bench: Bench,
  languageServers: readonly LanguageServerDefinition[] = [],
): readonly Tool[] {
  return [
    createReadTool(bench),
    createWriteTool(bench),
    createEditTool(bench),
    createGlobTool(bench),
    createGrepTool(bench),
    createBashTool(bench),
    createLspTool(bench, languageServers),
    createGitTool(bench),
    createSearchTool(bench),
    createTerminalTool(bench),
  ];
}
