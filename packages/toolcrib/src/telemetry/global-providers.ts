/** What the OpenTelemetry API keeps for everybody in the process; looked at without loading the API. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** Whether the application has registered a provider of its own. */
export function hasGlobalProvider(of: 'trace' | 'metrics'): boolean {
  const globals = (globalThis as { readonly [registered]?: { readonly [name: string]: unknown } })[
    registered
  ];
  return globals?.[of] !== undefined;
}
