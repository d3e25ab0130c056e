import { test } from 'vitest';
import { historyContract } from '../testing/history-contract.ts';
import { MemoryHistory } from './memory-history.ts';

for (const { title, check } of historyContract(() => new MemoryHistory())) test(title, check);
