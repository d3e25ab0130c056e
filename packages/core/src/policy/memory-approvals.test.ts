import { describe, test } from 'vitest';
import { approvalContract } from '../testing/approval-contract.ts';
import { grantContract } from '../testing/grant-contract.ts';
import { MemoryGrants } from './grants.ts';
import { MemoryApprovals } from './memory-approvals.ts';

describe('approvals in memory', () => {
  for (const { title, check } of approvalContract({ create: (now) => new MemoryApprovals({ now }) }))
    test(title, check);
});

describe('grants in memory', () => {
  for (const { title, check } of grantContract({ create: (now) => new MemoryGrants({ now }) }))
    test(title, check);
});
