/** The version of this package. */
export async function readVersion(): Promise<string> {
  const { default: description } = (await import('toolcrib/package.json', { with: { type: 'json' } })) as {
    default: { version: string };
  };
  return description.version;
}
