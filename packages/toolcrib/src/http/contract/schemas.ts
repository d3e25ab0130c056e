import { callRequestSchema } from '@toolcrib/core';
import { approvalsSchemas } from './schemas/approvals.ts';
import { historySchemas } from './schemas/history.ts';
import { plansSchemas } from './schemas/plans.ts';
import { serviceSchemas } from './schemas/service.ts';
import { sourcesSchemas } from './schemas/sources.ts';
import { toolsSchemas } from './schemas/tools.ts';

type Schemas = typeof serviceSchemas &
  typeof toolsSchemas & { readonly CallRequest: typeof callRequestSchema } & typeof historySchemas &
  typeof approvalsSchemas &
  typeof sourcesSchemas &
  typeof plansSchemas;

/** What goes over the wire, by name. Everything is snake_case; times are as ISO 8601 writes them. */
export const schemas: Schemas = {
  ...serviceSchemas,
  ...toolsSchemas,
  CallRequest: callRequestSchema,
  ...historySchemas,
  ...approvalsSchemas,
  ...sourcesSchemas,
  ...plansSchemas,
};
