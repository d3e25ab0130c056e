/** A kind of tool that the core does not know, in one file: methods of a JSON-RPC 2.0 server. */
import {
  BaseToolExecutor,
  NetworkError,
  ToolExecutionError,
  type CallArguments,
  type ToolContext,
  type ToolOf,
} from '@toolcrib/core';

declare module '@toolcrib/core' {
  interface ImplementationKinds {
    json_rpc: { readonly kind: 'json_rpc'; readonly url: string; readonly method: string };
  }
}

export class JsonRpcExecutor extends BaseToolExecutor<'json_rpc'> {
  readonly kind = 'json_rpc';

  protected async doExecute(
    { implementation }: ToolOf<'json_rpc'>,
    parameters: CallArguments,
    { signal, callId }: ToolContext,
  ): Promise<unknown> {
    const { url, method } = implementation;
    const body = JSON.stringify({ jsonrpc: '2.0', id: callId, method, params: parameters });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal }).catch((cause: unknown) => {
      throw new NetworkError(`no answer from ${url}`, { cause });
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new ToolExecutionError(error.message);
    return result;
  }
}
