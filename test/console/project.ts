import { mockTool } from '../project.ts';

/** A project with a little of everything that the console shows. */
export function sampleProject(more: { readonly tools?: readonly object[] } = {}): {
  readonly [name: string]: unknown;
} {
  return {
    'toolcrib.json': {
      agents: {
        coder: { permission: 'read_write', allow_list: 'code_gen' },
        reader: { permission: 'read_only' },
      },
      rules: [
        { decision: 'deny', tool: 'Bash', arguments: { command: '*curl*' }, reason: 'no downloads' },
        { decision: 'ask', tool: 'announce', reason: 'people read it' },
      ],
      tools: [
        mockTool('deploy', {
          description: 'Deploys the project to a stage.',
          approval: 'confirm',
          parameters: {
            type: 'object',
            properties: {
              stage: { type: 'string', enum: ['staging', 'production'], description: 'Where to' },
              replicas: { type: 'integer', default: 2 },
              notes: { type: 'array', items: { type: 'string' } },
              options: { type: 'object', properties: { dry: { type: 'boolean' }, note: { type: 'string' } } },
              extra: {},
            },
            required: ['stage'],
          },
          examples: [{ description: 'To staging', arguments: { stage: 'staging' }, output: 'deploy' }],
          cautions: ['Production is watched by many.'],
        }),
        mockTool('announce'),
        ...(more.tools ?? []),
      ],
    },
    'notes.txt': 'one\ntwo\nthree\n',
  };
}
