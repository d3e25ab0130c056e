import {
  formatOf,
  legalNames,
  plainNames,
  type McpTool,
  type Refusal,
  type Tool,
  type ToolService,
} from '@toolcrib/core';
import type { Discovery } from '@toolcrib/core/discovery';
import type { Exposure } from '../config/config.ts';

/** Tools in one answer to `tools/list`. Many clients ask for one page and no more. */
const pageSize = 1000;
/** Characters of a definition for a token, about. */
const charactersPerToken = 4;

export interface OfferOptions {
  readonly service: ToolService;
  readonly discovery: Discovery;
  readonly expose: Exposure;
  /** Tokens above which `auto` is `search`. */
  readonly budget: number;
  /** Told before the instructions of the tools. */
  readonly notice?: string | undefined;
}

interface ToolPage {
  readonly tools: ListedTool[];
  readonly nextCursor?: string;
}

/** What the protocol has no field for stands beside it: clients do not hand that on to models. */
interface ListedTool extends McpTool {
  _meta: { [toolKey]: { version: string; category: string; permission: string; examples: unknown[] } };
}

const toolKey = 'toolcrib/tool';

/** What the clients of an agent are shown, and the names that they know it by. */
export interface Offer {
  readonly instructions: string | undefined;
  /** The name that a client knows → the name to call; also of tools that are only found by searching. */
  readonly names: ReadonlyMap<string, string>;
  /** The page after a cursor; undefined when the cursor is none of ours. */
  page(cursor: string | undefined): ToolPage | undefined;
}

/** Worked out once for each agent, and again when the registry has changed. */
export class OfferedTools {
  readonly #options: OfferOptions;
  readonly #offers = new Map<string, Offer>();
  #revision = -1;

  constructor(options: OfferOptions) {
    this.#options = options;
  }

  /** Throws `unknown_agent` for one that nobody configured. */
  of(agent: string): Offer {
    const { revision } = this.#options.service.registry;
    if (revision !== this.#revision) this.#offers.clear();
    this.#revision = revision;
    const known = this.#offers.get(agent);
    if (known !== undefined) return known;
    const offer = makeOffer(agent, this.#options);
    this.#offers.set(agent, offer);
    return offer;
  }

  /** Why a request inside a call, as `execute_tool` takes one, is none; undefined for every other tool. */
  refusedRequest(agent: string, name: string, given: unknown): Refusal | undefined {
    return this.#options.discovery.refusedRequest(this.of(agent).names.get(name) ?? name, given, agent);
  }
}

function makeOffer(agent: string, { service, discovery, expose, budget, notice }: OfferOptions): Offer {
  const all = expose === 'search' ? undefined : discovery.payload({ agent });
  const isSearch = all === undefined || (expose === 'auto' && isBeyond(all.tools, budget));
  const { tools, instructions } = isSearch ? discovery.payload({ agent, useToolSearchFlow: true }) : all;
  const callable = service.listTools({ agent }).map(({ name }) => name);
  const outward = legalNames(new Set(callable), plainNames);
  const named = tools.map((tool) => ({ tool, name: outward.get(tool.name) ?? tool.name }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  const pages = new Map<number, ToolPage>();
  return {
    instructions: [notice, instructions].filter((text) => text !== undefined).join('\n\n') || undefined,
    names: new Map(callable.map((name) => [outward.get(name) ?? name, name])),
    page(cursor) {
      const start = cursor === undefined ? 0 : startAfter(nameIn(cursor), named);
      if (start === undefined) return undefined;
      const page = pages.get(start) ?? makePage(named, start);
      pages.set(start, page);
      return page;
    },
  };
}

interface NamedTool {
  readonly tool: Tool;
  readonly name: string;
}

function makePage(named: readonly NamedTool[], start: number): ToolPage {
  const shown = named.slice(start, start + pageSize);
  const declared = formatOf('mcp').toTools(shown.map(({ tool }) => tool)).tools;
  const tools = shown.map(({ tool, name }, index) => list(tool, { ...(declared[index] as McpTool), name }));
  const last = shown.at(-1);
  const isLast = last === undefined || start + pageSize >= named.length;
  return isLast ? { tools } : { tools, nextCursor: Buffer.from(last.name).toString('base64url') };
}

function list({ version, category, permission, examples }: Tool, declared: McpTool): ListedTool {
  return { ...declared, _meta: { [toolKey]: { version, category, permission, examples: [...examples] } } };
}

/** A cursor is the last name before the page, so that it stays right when tools come and go. */
function nameIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8');
}

function startAfter(last: string, named: readonly NamedTool[]): number | undefined {
  if (!plainNames.legal.test(last)) return undefined;
  const at = named.findIndex(({ name }) => name > last);
  return at === -1 ? named.length : at;
}

/** Stops counting where it is enough. */
function isBeyond(tools: readonly Tool[], budget: number): boolean {
  let left = budget * charactersPerToken;
  for (const { name, description, parameters, returns } of tools) {
    left -= JSON.stringify([name, description, parameters, returns]).length;
    if (left < 0) return true;
  }
  return false;
}
