import { said, use, type Chapter } from './page.ts';

export const people: Chapter = {
  says: said('What people decide', '由人决定的事'),
  pages: [
    {
      name: 'approvals',
      says: said('the questions that people are asked', '向用户提出的确认'),
      uses: [
        use('list', 'those that wait', '等待回答的确认'),
        use('show ID', 'all of one question', '一个确认的全部内容'),
        use('allow ID', 'says yes', '同意'),
        use('deny ID', 'says no', '拒绝'),
        use('watch', 'asks here whatever is asked anywhere', '在此回答各处提出的确认'),
      ],
      options: ['all', 'always', 'scope', 'note', 'arguments', 'digest'],
      examples: [
        use('approvals allow ID --always --scope session', 'yes, for this session', '本次会话内始终同意'),
        use(
          'approvals deny ID --note "use git instead"',
          'no, with a word for the model',
          '拒绝，并给模型一句说明',
        ),
      ],
      more: 'approvals',
    },
    {
      name: 'grants',
      says: said('what people have said yes to for good', '用户的长期授权'),
      uses: [
        use('list', 'those that hold', '有效的授权'),
        use('add NAME', 'lets an agent call a tool without being asked', '允许智能体不经询问调用某工具'),
        use('revoke ID', 'takes one back', '撤销授权'),
      ],
      options: ['all', 'agent', 'arguments', 'scope', 'expires', 'dangerous'],
      examples: [use('grants add Write --agent coder --expires 2h', 'for two hours', '两小时内有效')],
      more: 'approvals',
    },
    {
      name: 'feedback',
      says: said('what you say of a call counts for the next choice', '对一次调用的评价，影响下次的选择'),
      uses: [use('CALL +1|-1 [WORDS]', 'good or bad, and why', '好或不好，以及原因')],
      options: ['agent'],
      examples: [use('feedback CALL -1 "wrong folder"', 'bad, with the reason', '不好，并说明原因')],
      more: 'choosing',
    },
  ],
};
