import { aiSdk } from './ai-sdk.ts';
import { ajvAndFunction, bareFunction, zodAndFunction } from './by-hand.ts';
import type { Candidate } from './candidate.ts';
import { langchain } from './langchain.ts';
import { mastra } from './mastra.ts';
import { mcpV1 } from './mcp-v1.ts';
import { mcpV2 } from './mcp-v2.ts';
import { openaiAgents } from './openai-agents.ts';
import { toolcrib, toolcribVariants } from './toolcrib.ts';

export const candidates: readonly Candidate[] = [
  bareFunction,
  ajvAndFunction,
  zodAndFunction,
  toolcrib,
  ...toolcribVariants,
  aiSdk,
  mastra,
  openaiAgents,
  langchain,
  await mcpV1(),
  await mcpV2(),
];
