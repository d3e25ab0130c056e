import { defineTool, type JsonSchemaObject, type Tool } from '@toolcrib/core';
import type { Discovery } from '@toolcrib/core/discovery';
import { openToolcrib } from 'toolcrib';
import { onTestFinished } from 'vitest';
import { temporaryProject } from '../project.ts';

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, JsonSchemaObject>>;
  readonly required: readonly string[];
  readonly returns: Readonly<Record<string, JsonSchemaObject>>;
  readonly acts?: boolean;
}

const text = (description: string): JsonSchemaObject => ({ type: 'string', description });
const number = (description: string): JsonSchemaObject => ({ type: 'number', description });
const repository = text('The repository, as owner/name');
const currency = (description: string): JsonSchemaObject => ({
  type: 'string',
  enum: ['USD', 'EUR', 'CNY', 'GBP'],
  description,
});

/** Such as come from APIs, beside those of the workbench. */
const definitions: readonly Definition[] = [
  {
    name: 'weather_forecast',
    description: 'Weather forecast for a city.',
    parameters: { city: text('The city') },
    required: ['city'],
    returns: {
      city: text('The city'),
      forecast: text('The weather in a sentence'),
      temperature: number('Degrees Celsius'),
    },
  },
  {
    name: 'get_stock_price',
    description: 'The current price of a stock.',
    parameters: { symbol: text('The ticker symbol, such as MSFT') },
    required: ['symbol'],
    returns: { symbol: text('The ticker symbol'), price: number('The price of a share') },
  },
  {
    name: 'convert_currency',
    description: 'Convert an amount of money from one currency to another.',
    parameters: {
      amount: number('The amount of money'),
      from: currency('The currency to convert from'),
      to: currency('The currency to convert to'),
    },
    required: ['amount', 'from', 'to'],
    returns: { amount: number('The amount in the other currency') },
  },
  {
    name: 'send_email',
    description: 'Send an email to a person.',
    parameters: {
      to: { type: 'string', format: 'email', description: 'E-mail address of the recipient' },
      subject: text('The subject line'),
      body: text('The text of the message'),
    },
    required: ['to', 'body'],
    returns: { message_id: text('The id of the message that was sent') },
    acts: true,
  },
  {
    name: 'translate_text',
    description: 'Translate a text into another language.',
    parameters: {
      text: text('The text to translate'),
      target_language: {
        type: 'string',
        enum: ['English', 'Chinese', 'French', 'German'],
        description: 'The language to translate into',
      },
    },
    required: ['text', 'target_language'],
    returns: { translation: text('The translated text') },
  },
  {
    name: 'summarize_text',
    description: 'Summarize a long text in a few sentences.',
    parameters: { text: text('The text to summarize') },
    required: ['text'],
    returns: { summary: text('The summary') },
  },
  {
    name: 'fetch_page',
    description: 'Fetch a web page and give its text.',
    parameters: { url: { type: 'string', format: 'uri', description: 'The address of the page' } },
    required: ['url'],
    returns: { title: text('The title of the page'), text: text('The text of the page') },
  },
  {
    name: 'search_web',
    description: 'Search the web.',
    parameters: { query: text('What to search for') },
    required: ['query'],
    returns: {
      results: {
        type: 'array',
        description: 'The results, the best first',
        items: {
          type: 'object',
          properties: {
            title: text('The title of the page'),
            url: { type: 'string', format: 'uri', description: 'The address of the page' },
          },
        },
      },
    },
  },
  {
    name: 'get_user',
    description: 'Look up a user account by login name.',
    parameters: { login: text('The login name of the user') },
    required: ['login'],
    returns: {
      login: text('The login name'),
      name: text('The full name'),
      email: { type: 'string', format: 'email', description: 'The e-mail address' },
    },
  },
  {
    name: 'list_issues',
    description: 'List the issues of a repository.',
    parameters: {
      repository,
      state: { type: 'string', enum: ['open', 'closed'], description: 'Which issues' },
    },
    required: ['repository'],
    returns: {
      issues: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            number: { type: 'integer', description: 'The number of the issue' },
            title: text(''),
          },
        },
      },
      total: { type: 'integer', description: 'How many there are' },
    },
  },
  {
    name: 'close_issue',
    description: 'Close an issue of a repository.',
    parameters: { repository, number: { type: 'integer', description: 'The number of the issue' } },
    required: ['repository', 'number'],
    returns: { closed: { type: 'boolean' } },
    acts: true,
  },
];

const tools: readonly Tool[] = definitions.map(
  ({ name, description, parameters, required, returns, acts = false }) =>
    defineTool({
      name,
      description,
      parameters: { type: 'object', properties: parameters, required },
      returns: { type: 'object', properties: returns, required: Object.keys(returns) },
      annotations: { readOnly: !acts },
      implementation: { kind: 'mock', response: {} },
    }),
);

/** A registry with the workbench, the built-in tools and the tools above. */
export async function discoveryForPlans(): Promise<Discovery> {
  const opened = await openToolcrib({
    trust: 'always',
    project: temporaryProject(),
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  onTestFinished(() => opened.close());
  for (const tool of tools) opened.service.registerTool(tool);
  return opened.discovery();
}
