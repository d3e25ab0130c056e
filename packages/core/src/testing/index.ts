/** For those who test tools, agents and executors of their own. */
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { scriptedApprover } from './scripted-approver.ts';
export type { ContractCase } from './contract-case.ts';
export { executorContract, type ExecutorSubject } from './executor-contract.ts';
export { approvalContract, type ApprovalStoreSubject } from './approval-contract.ts';
export { grantContract, type GrantStoreSubject } from './grant-contract.ts';
export { sampleQuestion } from './sample-question.ts';
export { sampleRecord, sampleRecords } from './sample-record.ts';
export { historyContract, type HistorySubject } from './history-contract.ts';
export { engineContract, type EngineSubject } from './engine-contract.ts';
export { createPlanWorkshop, type MadeCall, type PlanWorkshop } from './plan-workshop.ts';
