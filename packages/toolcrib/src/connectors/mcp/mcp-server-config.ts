import type { JsonValue } from '@toolcrib/core';

/** A server of the Model Context Protocol, as the configuration describes it. */
export interface McpServerConfig {
  /** The name that its tools carry in front. */
  readonly name: string;
  readonly way: StdioWay | HttpWay;
  /** As it is written, variables not put in: what a person accepts. */
  readonly origin: { readonly [name: string]: JsonValue };
  /** Patterns of the tools to take, by the server's own names; `*` stands for any text. @default all */
  readonly includeTools?: readonly string[] | undefined;
  /** Patterns of the tools to leave. @default none */
  readonly excludeTools?: readonly string[] | undefined;
  /** Milliseconds for a call of one of its tools. @default the service's */
  readonly timeout?: number | undefined;
  /** Whether it is believed when it says that a tool does no harm. @default false */
  readonly trust: boolean;
  /** Whether it may ask a person something while it works on a call. @default false */
  readonly elicitation: boolean;
  /** Whether a start without it is worth a word. @default false */
  readonly required: boolean;
}

/** A process of ours that is talked to by its standard input and output. */
export interface StdioWay {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the clean environment. */
  readonly env: { readonly [name: string]: string };
  /** Absolute. */
  readonly cwd: string;
}

/** An address: streamable HTTP, or what came before it, where requests and events go separate ways. */
export interface HttpWay {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly oauth?: OAuthSettings | undefined;
}

/** What a login needs where the server does not tell, in the spelling that other programs use. */
export interface OAuthSettings {
  /** Where clients are registered by hand. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The address of a document that describes us, for servers that take one instead of a registration. */
  readonly clientMetadataUrl?: string | undefined;
  /** The port of this machine that the browser comes back to. @default any */
  readonly callbackPort?: number | undefined;
  readonly scopes?: readonly string[] | undefined;
}
