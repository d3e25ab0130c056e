/** The number that an MCP answer carries as text. */
export function numberInText(answer: unknown): number {
  const { content } = answer as { readonly content: readonly { readonly text: string }[] };
  return Number(content[0]?.text);
}
