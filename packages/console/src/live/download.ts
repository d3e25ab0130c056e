import { ServiceProblem } from 'toolcrib/client';
import { token } from './token.ts';

/** Saves what an address of the service answers with as a file. A link cannot send the token, so it is fetched here. */
export async function download(address: string, name: string): Promise<void> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token.value ?? ''}` } });
  if (!response.ok) throw new ServiceProblem((await response.json()) as never);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
