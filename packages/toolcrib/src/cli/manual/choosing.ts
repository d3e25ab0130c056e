import { said, use, type Chapter } from './page.ts';

export const choosing: Chapter = {
  says: said('Choosing', '选择'),
  pages: [
    {
      name: 'decide',
      says: said(
        'which tool serves a task, and with what: five steps, no call',
        '五步决定用哪个工具及其参数，不执行调用',
      ),
      uses: [use('TASK', 'in your words, English or Chinese', '用您自己的话，中英文皆可')],
      options: ['agent'],
      examples: [
        use('decide "find every TODO in src"', 'the five steps with their reasons', '五个步骤及其理由'),
      ],
      more: 'choosing',
    },
    {
      name: 'recommend',
      says: said(
        'the tools for a task, by how they suit it and how they did',
        '按适合程度与以往表现推荐工具',
      ),
      uses: [use('TASK', 'the best first, with reasons', '最合适的在前，并说明理由')],
      options: ['agent', 'category', 'limit'],
      examples: [use('recommend "count the words of a text" --limit 3', 'the best three', '最合适的三个')],
      more: 'choosing',
    },
  ],
};
