import type { McpDoor, McpDoorOptions } from './mcp-door.ts';

/**
 * Puts the tools of a Toolcrib in front of clients of the Model Context Protocol.
 *
 *     const desk = createClientDesk();
 *     const toolcrib = await openToolcrib({ desks: [desk.ask] });
 *     const door = await openMcpDoor({ toolcrib, desk });
 *     const response = await door.fetch(request, { principal: { id: 'token 7', agent: 'assistant' } });
 */
export async function openMcpDoor(options: McpDoorOptions): Promise<McpDoor> {
  // The library takes a fifth of a second to load.
  const { makeDoor } = await import('./door.ts');
  return makeDoor(options);
}
