import { Ajv2020 } from 'ajv/dist/2020.js';
import { holdWith } from './hold.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
// The meta-schema is compiled with the first schema, which should not be the bomb.
ajv.compile({ type: 'object' });

await holdWith(async ({ schema, value }) => {
  try {
    const validate = ajv.compile(schema);
    return validate(value) ? 'accepted' : `arguments refused (${validate.errors?.[0]?.keyword})`;
  } catch (error) {
    return `threw ${error instanceof Error ? error.name : String(error)}`;
  }
});
