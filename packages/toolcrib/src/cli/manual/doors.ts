import { said, use, type Chapter } from './page.ts';

export const doors: Chapter = {
  says: said('Doors for others', '对外的入口'),
  pages: [
    {
      name: 'serve',
      says: said('the HTTP service and the web console', 'HTTP 服务与网页控制台'),
      uses: [
        use(
          '',
          'until it is ended; on this machine only, unless you say otherwise',
          '运行到被结束为止；默认只对本机开放',
        ),
      ],
      options: ['host', 'port', 'allow-host'],
      examples: [use('serve --port 8080', 'on another port', '使用另一个端口')],
      more: 'serve',
    },
    {
      name: 'token',
      says: said('what opens the HTTP service', '打开 HTTP 服务的令牌'),
      uses: [
        use('list', 'those that hold', '有效的令牌'),
        use('create', 'shown once', '只显示一次'),
        use('revoke ID', 'ends it, also in services that run', '立即失效，包括正在运行的服务'),
      ],
      options: [
        'all',
        'agent',
        'expires',
        'scope',
        'name',
        'approver',
        'approve-agents',
        'approve-tools',
        'approve-max-risk',
      ],
      examples: [
        use('token create --agent coder --expires 7d', 'for an agent, for a week', '给某智能体，一周有效'),
        use(
          'token create --name bob --scope read,approve --approve-agents coder --approve-max-risk medium',
          'for a person who approves some calls',
          '给只批准部分调用的人',
        ),
      ],
      more: 'serve',
    },
  ],
};
