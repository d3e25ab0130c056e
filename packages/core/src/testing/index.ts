/** For those who test tools, agents and executors of their own. */
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { scriptedApprover } from './scripted-approver.ts';
export { executorContract, type ContractCase, type ExecutorSubject } from './executor-contract.ts';
export { historyContract, type HistorySubject } from './history-contract.ts';
