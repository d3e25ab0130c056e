import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { GoogleGenAI } from '@google/genai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { expect, test } from 'vitest';
import { formatTools } from '../../packages/core/src/formats/formats.ts';
import { restoreArguments } from '../../packages/core/src/formats/restore-arguments.ts';
import type { Tool } from '../../packages/core/src/tool/tool.ts';
import { capturedFetch } from './captured-fetch.ts';
import { geminiFaults } from './gemini-faults.ts';
import { anyArguments, anyTool } from './sample-schemas.ts';

const ajv = new Ajv2020({ strict: false, allErrors: false });

function accepts(schema: unknown, value: unknown): boolean {
  return ajv.validate(Object(schema), value);
}

test('what we make strict for OpenAI is what its own SDK would make of it', () => {
  let strict = 0;
  fc.assert(
    fc.property(anyTool, (tool) => {
      const [sent] = formatTools('openai', [tool], { strict: true }).tools;
      if (sent?.function.strict !== true) return;
      strict++;
      expect(toStrictJsonSchema({ ...sent.function.parameters })).toEqual(sent.function.parameters);
    }),
    { numRuns: 500 },
  );
  expect(strict).toBeGreaterThan(20);
});

test('what we make strict for Anthropic keeps nothing that its own SDK would move into a description', () => {
  let strict = 0;
  fc.assert(
    fc.property(anyTool, (tool) => {
      const [sent] = formatTools('anthropic', [tool], { strict: true }).tools;
      if (sent?.strict !== true) return;
      strict++;
      expect(descriptionsIn(transformJSONSchema(sent.input_schema))).toEqual(
        descriptionsIn(sent.input_schema),
      );
    }),
    { numRuns: 1500 },
  );
  expect(strict).toBeGreaterThan(20);
});

function descriptionsIn(schema: unknown): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"description":"([^"]*)"/gu)]
    .map(([, text = '']) => text)
    .toSorted();
}

test('what we send to Gemini has nothing that its API refuses', () => {
  fc.assert(
    fc.property(anyTool, (tool) => {
      const [sent] = formatTools('gemini', [tool]).tools;
      expect(geminiFaults(sent?.functionDeclarations[0]?.parameters ?? { type: 'object' })).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('the Google SDK takes what we send to Gemini', async () => {
  await fc.assert(
    fc.asyncProperty(anyTool, async (tool) => {
      const { fetch, sent } = capturedFetch({ candidates: [] });
      const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { fetch } });
      const { tools } = formatTools('gemini', [tool]);
      await client.models.generateContent({ model: 'gemini-3-pro', contents: 'Hi', config: { tools } });
      expect(JSON.stringify(sent)).not.toContain('TYPE_UNSPECIFIED');
    }),
    { numRuns: 50 },
  );
});

test('a schema that lost nothing still takes everything that the tool takes', () => {
  fc.assert(
    fc.property(anyTool, fc.array(anyArguments, { minLength: 5, maxLength: 20 }), (tool, samples) => {
      for (const [schema, lossy] of schemasSent(tool)) {
        if (lossy) continue;
        for (const given of samples) {
          if (accepts(tool.parameters, given))
            expect([schema, given, accepts(schema, given)]).toEqual([schema, given, true]);
        }
      }
    }),
    { numRuns: 300 },
  );
});

function schemasSent(tool: Tool): readonly (readonly [unknown, boolean])[] {
  const openai = formatTools('openai', [tool]);
  const ollama = formatTools('ollama', [tool]);
  const gemini = formatTools('gemini', [tool]);
  const [forOpenai, forOllama] = [openai.tools[0]?.function.parameters, ollama.tools[0]?.function.parameters];
  const forGemini = gemini.tools[0]?.functionDeclarations[0]?.parameters;
  return [
    [forOpenai ?? {}, openai.changes.some(({ lossy }) => lossy)],
    [forOllama ?? {}, ollama.changes.some(({ lossy }) => lossy)],
    [openNullable(forGemini ?? {}), gemini.changes.some(({ lossy }) => lossy)],
  ];
}

/** OpenAPI's `nullable` in the words of JSON Schema. */
function openNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, openNullable(value)]),
  );
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

test('arguments that a strict schema takes are, once restored, what the tool takes', () => {
  let checked = 0;
  fc.assert(
    fc.property(anyTool, fc.array(anyArguments, { minLength: 5, maxLength: 20 }), (tool, samples) => {
      for (const provider of ['openai', 'anthropic'] as const) {
        const { tools, changes } = formatTools(provider, [tool], { strict: true });
        const [sent] = tools;
        const schema =
          sent === undefined ? {} : 'function' in sent ? sent.function.parameters : sent.input_schema;
        if (changes.some(({ lossy, change }) => lossy || change === 'not_strict')) continue;
        for (const given of samples.filter((sample) => accepts(schema, sample))) {
          checked++;
          const restored = restoreArguments(tool, given);
          expect([given, restored, accepts(tool.parameters, restored)]).toEqual([given, restored, true]);
        }
      }
    }),
    { numRuns: 2_000, seed: 7 },
  );
  expect(checked).toBeGreaterThan(10);
});
