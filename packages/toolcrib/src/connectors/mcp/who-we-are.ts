/** What servers are told about us. */
export async function whoWeAre(): Promise<{ readonly name: string; readonly version: string }> {
  const { default: description } = (await import('toolcrib/package.json', { with: { type: 'json' } })) as {
    default: { version: string };
  };
  return { name: 'toolcrib', version: description.version };
}
