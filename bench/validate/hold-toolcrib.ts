import { ToolcribError, ToolService } from '../../packages/core/dist/index.js';
import { holdWith } from './hold.ts';

const service = new ToolService();

// All of it is synchronous, so what it takes is what the event loop is held.
await holdWith(async ({ schema, value }) => {
  try {
    service.registerTool({ name: 'bomb', description: 'A bomb.', parameters: schema, run: () => 'called' });
  } catch (error) {
    if (!(error instanceof ToolcribError)) throw error;
    return 'schema refused';
  }
  const result = await service.execute('bomb', value);
  return result.status === 'success' ? 'accepted' : `arguments refused (${keywordOf(result.data)})`;
});

function keywordOf(data: unknown): string {
  const { problems } = data as { readonly problems?: readonly { readonly keyword: string }[] };
  return problems?.[0]?.keyword ?? 'unknown';
}
