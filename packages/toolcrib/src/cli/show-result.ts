import { visible, type ToolResult } from '@toolcrib/core';
import type { Terminal } from './terminal.ts';
import type { CliTexts } from './texts.ts';

/** What a server or a tool says is shown, never obeyed by the terminal. */
export async function showResult(result: ToolResult, terminal: Terminal, texts: CliTexts): Promise<void> {
  if (result.status === 'success') {
    const { output } = result;
    if (typeof output === 'string') await terminal.writeText(output);
    else await terminal.writeJson(JSON.stringify(output ?? null, null, 2));
    return;
  }
  terminal.tell(
    `${terminal.style('red', `${result.status} (${result.errorCode})`, 'error')} ${visible(result.error)}`,
  );
  if (result.remedy !== undefined) terminal.tell(`${texts.remedy}: ${visible(result.remedy)}`);
}
