import type { ToolFilter, ToolRegistry } from '../registry/tool-registry.ts';
import type { CallOptions } from '../tool/call.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Tool } from '../tool/tool.ts';

/** What discovery needs of a service: the tools, and the one way to call them. */
export interface ToolCounter {
  readonly registry: ToolRegistry;
  listTools(filter?: ToolFilter & { readonly agent?: string | undefined }): Tool[];
  execute(name: string, parameters?: unknown, options?: CallOptions): Promise<ToolResult>;
}

export interface FindOptions extends Pick<ToolFilter, 'category' | 'type' | 'permission'> {
  /** Whose tools are searched. @default the application's: all of them */
  readonly agent?: string | undefined;
  /** @default 10 */
  readonly limit?: number | undefined;
}

/** A tool that was found for a task. */
export interface FoundTool {
  readonly tool: Tool;
  readonly score: number;
  readonly matched: readonly string[];
}

/** Finds tools among those that an agent may call. */
export interface ToolFinder {
  list(options?: Omit<FindOptions, 'limit'>): Tool[];
  find(task: string, options?: FindOptions): readonly FoundTool[];
  /** The same by all that can be known now. */
  search(task: string, options?: FindOptions): Promise<readonly FoundTool[]>;
}
