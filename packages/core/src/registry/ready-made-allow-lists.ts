import type { AllowList } from './allow-list.ts';

const reading = ['search', 'fetch', 'read', 'explore'];
const pure = ['data', 'time', 'text'];
const working = [...reading, ...pure, 'web', 'files', 'code_changes', 'code', 'git', 'terminal'];
const keepingTrack = ['todo', 'requirement'];

/** Sets for common kinds of agents. They speak of categories, so that they hold for tools nobody has thought of yet. */
export const readyMadeAllowLists: readonly AllowList[] = [
  { name: 'code_gen', categories: [...working, ...keepingTrack] },
  { name: 'general_purpose', categories: [...reading, ...pure, 'web', 'files', ...keepingTrack, 'general'] },
  // Coordinates and looks around; whoever it delegates to does the work.
  { name: 'supervisor', categories: [...reading, ...pure, 'web', 'coordination', ...keepingTrack] },
  { name: 'execute', categories: working },
  { name: 'explore', categories: working, readOnly: true },
  { name: 'integration_jira', categories: ['integration_jira'] },
  { name: 'integration_github', categories: ['integration_github'] },
  { name: 'integration_confluence', categories: ['integration_confluence'] },
  { name: 'integration_linear', categories: ['integration_linear'] },
];
