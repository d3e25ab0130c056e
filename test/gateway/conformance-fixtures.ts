/** The tools that the protocol's conformance suite calls by name, as a server behind the gateway. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  inputRequired,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const image = { type: 'image' as const, data: picture, mimeType: 'image/png' };
const nothing = { type: 'object' as const };

type Answer = CallToolResult | InputRequiredResult;
type Run = (context: ServerContext, given: { readonly [name: string]: unknown }) => Answer | Promise<Answer>;

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** Asks for one form, and tells what was filled in. */
function asking(
  message: string,
  requestedSchema: object,
  tell: (answer: {
    readonly action?: string;
    readonly content?: { readonly [name: string]: unknown };
  }) => string,
): Run {
  return ({ mcpReq: { inputResponses } }, given) => {
    const answer = inputResponses?.['input'] as Parameters<typeof tell>[0] | undefined;
    if (answer !== undefined) return say(tell(answer));
    const asked = typeof given['message'] === 'string' ? given['message'] : message;
    const elicitation = inputRequired.elicit({ message: asked, requestedSchema: requestedSchema as never });
    return inputRequired({ inputRequests: { input: elicitation } });
  };
}

const form = (properties: object, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const completed = ({ action, content }: { readonly action?: string; readonly content?: object }): string =>
  `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`;
const choice = (names: readonly string[]): object[] =>
  names.map((name) => ({ const: name, title: `Choice ${name}` }));

const tools: { readonly [name: string]: { readonly inputSchema?: object; readonly run: Run } } = {
  test_simple_text: { run: () => say('This is a simple text response for testing.') },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'Embedded.' },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data"}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    run: () => ({ ...say('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: {
    async run({ mcpReq: { notify, _meta: meta } }) {
      for (const progress of [0, 50, 100]) {
        const params = { progressToken: meta?.progressToken ?? 0, progress, total: 100 };
        await notify({ method: 'notifications/progress', params });
        await wait(50);
      }
      return say('done');
    },
  },
  test_logging_tool: { run: () => say('nothing was logged') },
  test_elicitation: {
    inputSchema: form({ message: text }, 'message'),
    run: asking(
      'Please answer',
      form({ username: text, email: text }, 'username', 'email'),
      ({ action, content }) => `User response: <action: ${action}, content: ${JSON.stringify(content)}>`,
    ),
  },
  test_streaming_elicitation: {
    run: asking('Please confirm', form({ ok: { type: 'boolean' } }, 'ok'), completed),
  },
  test_missing_capability: {
    run: asking('Please confirm', form({ ok: { type: 'boolean' } }, 'ok'), completed),
  },
  test_elicitation_sep1034_defaults: {
    run: asking(
      'Please review',
      form({
        name: { ...text, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...text, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
      completed,
    ),
  },
  test_elicitation_sep1330_enums: {
    run: asking(
      'Please choose',
      form({
        untitledSingle: { ...text, enum: ['option1', 'option2', 'option3'] },
        titledSingle: { ...text, oneOf: choice(['value1', 'value2', 'value3']) },
        legacyEnum: {
          ...text,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { ...text, enum: ['option1', 'option2', 'option3'] } },
        titledMulti: { type: 'array', items: { anyOf: choice(['value1', 'value2', 'value3']) } },
      }),
      completed,
    ),
  },
  json_schema_2020_12_tool: {
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: {
        address: { $anchor: 'addressDef', type: 'object', properties: { street: text, city: text } },
      },
      properties: {
        name: text,
        address: { $ref: '#/$defs/address' },
        contactMethod: { ...text, enum: ['phone', 'email'] },
        phone: text,
        email: text,
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => say('ok'),
  },
  test_input_required_result_elicitation: {
    run: asking(
      'What is your name?',
      form({ name: text }, 'name'),
      ({ content }) => `Hello, ${String(content?.['name'])}!`,
    ),
  },
  test_input_required_result_request_state: {
    run: asking('Please confirm', form({ ok: { type: 'boolean' } }, 'ok'), () => 'state-ok'),
  },
  test_input_required_result_tampered_state: {
    run: asking('Please confirm', form({ ok: { type: 'boolean' } }, 'ok'), () => 'state-ok'),
  },
  test_input_required_result_multi_round: {
    run({ mcpReq: { inputResponses, requestState } }) {
      const step = inputResponses === undefined ? 1 : Number(requestState()) + 1;
      if (step > 2) return say('both steps are done');
      const message = step === 1 ? 'Step 1: What is your name?' : 'Step 2: What is your favorite color?';
      const requestedSchema = form({ [step === 1 ? 'name' : 'color']: text }) as never;
      return inputRequired({
        inputRequests: { [`step${step}`]: inputRequired.elicit({ message, requestedSchema }) },
        requestState: String(step),
      });
    },
  },
};

serveStdio(() => {
  const server = new Server({ name: 'fixtures', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(
      ([name, { inputSchema }]): Tool => ({
        name,
        description: `The suite's ${name}.`,
        inputSchema: { ...inputSchema, ...nothing },
        annotations: { readOnlyHint: true },
      }),
    ),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const run = tools[params.name]?.run ?? (() => say('no such fixture'));
    return run(context, params.arguments ?? {});
  });
  return server;
});
