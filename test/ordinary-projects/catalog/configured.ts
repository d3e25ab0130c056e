import { fileURLToPath } from 'node:url';
import type { OrdinaryProject } from '../ordinary-project.ts';

const source = 'src/main.ts';
const needle = "export const value = 'needle';\n";
const memoryServer = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'));

const mock = (name: string): object => ({
  name,
  description: `Answers with ${name}.`,
  type: 'function',
  handler: name,
  parameters: { type: 'object', properties: {} },
  implementation: { type: 'mock', mock_response: { answer: name } },
});

/** Projects with a configuration of ours, as their owners would write it. */
export const configured: readonly OrdinaryProject[] = [
  {
    name: 'config-tools',
    about: 'a tool of its own, and settings that only narrow',
    files: {
      [source]: needle,
      'toolcrib.json': {
        $schema: './node_modules/toolcrib/schema/toolcrib.schema.json',
        tools: [mock('ping')],
        rules: [{ decision: 'deny', tool: 'Terminal', reason: 'not here' }],
        defaults: { approval_timeout: 60_000 },
      },
    },
    source,
    whenTrusted: () => [{ call: ['ping', {}], gives: { answer: 'ping' } }],
  },
  {
    name: 'config-agents',
    about: 'agents with levels, lists of tools and rules, in YAML with comments',
    files: {
      [source]: needle,
      'toolcrib.yaml': [
        '# Who may do what here.',
        'agents:',
        '  coder:',
        '    permission: execute',
        '    allow_list: work',
        '    rules:',
        '      - { decision: allow, tool: Write, arguments: { file_path: "src/*" } }',
        'allow_lists:',
        '  work: { tool_names: [Read, Write, Grep] }',
        '',
      ].join('\n'),
    },
    source,
    whenTrusted: () => [
      {
        call: ['Write', { file_path: 'src/of-coder.ts', content: 'export {};\n' }],
        agent: 'coder',
        gives: { created: true },
      },
    ],
  },
  {
    name: 'config-rules',
    about: 'rules that save questions: for edits of the sources, and for commands that delete what is built',
    files: {
      [source]: needle,
      'src/second.ts': 'export const second = 1;\n',
      'build/x': 'x\n',
      '.gitignore': 'build/\n',
      'toolcrib.jsonc': [
        '{',
        '  // Nobody wants to be asked about these.',
        '  "rules": [',
        '    { "decision": "allow", "tool": "Edit", "effects": { "kind": "write", "target": "src/*" } },',
        '    { "decision": "allow", "tool": "Bash", "arguments": { "command": "rm -r build" } },',
        '  ],',
        '}',
        '',
      ].join('\n'),
    },
    source,
    // Git cannot give this back.
    finish: "echo 'export const more = second;' >> src/second.ts",
    whenTrusted: () => [
      { call: ['Bash', { command: 'rm -r build' }], gives: { exit_code: 0 } },
      {
        call: [
          'Edit',
          { file_path: 'src/second.ts', old_string: 'second', new_string: 'third', replace_all: true },
        ],
        gives: { replacements: 2 },
      },
    ],
  },
  {
    name: 'config-commands',
    about: 'a program of the system that is not among the known ones',
    files: {
      [source]: needle,
      'pairs.txt': 'a b\n',
      'toolcrib.json': {
        sandbox: { mode: 'best_effort', allow_commands: [{ program: 'tsort', args: 'any' }] },
      },
    },
    source,
    whenTrusted: () => [{ call: ['Bash', { command: 'tsort pairs.txt' }], gives: { exit_code: 0 } }],
  },
  {
    name: 'config-rest',
    about: 'a REST tool, and the host that commands may reach',
    files: ({ address }) => ({
      [source]: needle,
      'toolcrib.json': {
        tools: [
          {
            ...mock('get_answer'),
            category: 'search',
            implementation: { type: 'rest', base_url: address, path: '/answer', method: 'GET' },
          },
        ],
        sandbox: { allow_hosts: [new URL(address).host] },
      },
    }),
    source,
    whenTrusted: () => [{ call: ['get_answer', {}], gives: { answer: 42 } }],
  },
  {
    name: 'config-openapi',
    about: 'an API described by a document of the project',
    files: ({ address }) => ({
      [source]: needle,
      'api.json': {
        openapi: '3.0.0',
        info: { title: 'Answers', version: '1' },
        paths: {
          '/answer': { get: { operationId: 'answer', responses: { 200: { description: 'The answer.' } } } },
        },
      },
      'toolcrib.json': { openapi: { answers: { document: 'api.json', base_url: address } } },
    }),
    source,
    hasSources: true,
    whenTrusted: () => [{ call: ['answers__answer', {}], gives: { answer: 42 } }],
  },
  {
    name: 'config-mcp',
    about:
      'an MCP server that is started here, with a variable in its environment and a rule for a tool of it',
    files: ({ project }) => ({
      [source]: needle,
      'toolcrib.json': {
        mcpServers: {
          memory: {
            command: process.execPath,
            args: [memoryServer],
            env: { MEMORY_FILE_PATH: '${MEMORY_FILE:-' + project + '/memory.json}' },
          },
        },
        rules: [{ decision: 'allow', tool: 'memory__read_graph' }],
      },
    }),
    source,
    hasSources: true,
    whenTrusted: () => [{ call: ['memory__read_graph', {}], gives: { entities: [] } }],
  },
  {
    name: 'config-everything',
    about: 'a configuration with a bit of everything',
    files: ({ address }) => ({
      [source]: needle,
      'toolcrib.json': {
        locale: 'en',
        tools: [mock('ping')],
        agents: { user: { permission: 'admin' }, reader: { permission: 'read_only' } },
        rules: [{ decision: 'ask', tool: 'ping', agent: 'reader' }],
        sandbox: { mode: 'best_effort', allow_hosts: ['registry.npmjs.org'] },
        defaults: { timeout: 120_000, retries: 1 },
        telemetry: { log: { level: 'warn', file: 'toolcrib.log' }, slow_call_ms: 1000 },
        recommend: { whitelist: ['ping'], blacklist: ['Search'] },
        gateway: { agent: 'reader', expose: 'search' },
        plans: { concurrency: 2 },
        server: { max_body_kb: 64 },
        openapi: {},
        mcpServers: { later: { url: `${address}/mcp`, disabled: true } },
      },
    }),
    source,
    whenTrusted: () => [{ call: ['ping', {}], gives: { answer: 'ping' } }],
  },
];
