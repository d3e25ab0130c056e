/** The rooms and what each may import, as the design draws them. A new arrow is a decision, made here. */
type Rooms = Readonly<Record<string, readonly string[]>>;

const base = ['messages', 'schema', 'tool'];
const coreRooms: Rooms = {
  messages: [],
  schema: [],
  tool: ['messages', 'schema'],
  registry: base,
  policy: base,
  executors: base,
  events: base,
  history: base,
  discovery: [...base, 'registry', 'history'],
  plan: base,
  planner: [...base, 'discovery', 'plan'],
  formats: base,
  builtins: base,
  call: [...base, 'registry', 'policy', 'executors', 'events', 'history', 'builtins'],
  testing: [...base, 'policy', 'executors', 'history', 'plan', 'call'],
};
const toolcribRooms: Rooms = {
  files: [],
  fence: [],
  store: [],
  workbench: ['fence'],
  connectors: ['files', 'fence'],
  config: ['files', 'fence', 'store', 'workbench', 'connectors'],
  telemetry: ['config'],
  engine: ['store'],
  mcp: ['files', 'config', 'connectors', ''],
  http: ['config', 'store', 'connectors', 'mcp', ''],
  attack: ['fence', ''],
  cli: ['files', 'config', 'store', 'connectors', 'mcp', 'http', 'attack', ''],
};

const consoleRooms: Rooms = {
  state: [],
  texts: ['state'],
  live: ['texts', 'state'],
  parts: ['live', 'texts', 'state'],
  screens: ['parts', 'live', 'texts', 'state'],
  shell: ['screens', 'parts', 'live', 'texts', 'state'],
};

/** Every package with its rooms: the test holds the sources to it, and docs/architecture.md is drawn from it. */
export const houses: Readonly<Record<'core' | 'toolcrib' | 'console', Rooms>> = {
  core: coreRooms,
  toolcrib: toolcribRooms,
  console: consoleRooms,
};
