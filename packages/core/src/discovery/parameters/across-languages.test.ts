import { describe, expect, test } from 'vitest';
import { fillParameters } from './fill-parameters.ts';
import { type Case, integer, number, text, tool } from './schemas.test-support.ts';

// A Wednesday.
const now = '2024-03-06T10:00:00';

const cases: readonly Case[] = [
  [
    '宽度是5，高度为3',
    'rect',
    tool({ width: number('The width'), height: number('The height') }),
    { width: 5, height: 3 },
  ],
  [
    '帮我订一张从北京到上海的机票，日期是2024年5月1日，两位乘客',
    'book_flight',
    tool({
      origin: text('Departure city'),
      destination: text('Arrival city'),
      date: text('Date, YYYY-MM-DD'),
      passengers: integer('Number of passengers'),
    }),
    { origin: '北京', destination: '上海', date: '2024-05-01', passengers: 2 },
  ],
  [
    '温度设为22度，湿度45%',
    'climate',
    tool({ temperature: number('Target temperature'), humidity: number('Humidity in percent') }),
    { temperature: 22, humidity: 45 },
  ],
  [
    '贷款金额30万，期限20年，利率4.2%',
    'loan',
    tool({
      amount: number('Loan amount'),
      years: integer('Term in years'),
      rate: number('Interest rate in percent'),
    }),
    { amount: 300000, years: 20, rate: 4.2 },
  ],
  [
    '优先级高的任务，截止日期明天',
    'tasks',
    tool({
      priority: text('Priority', { enum: ['high', 'medium', 'low'] }),
      due_date: text('Due date, YYYY-MM-DD'),
    }),
    { priority: 'high', due_date: '2024-03-07' },
  ],
  [
    '发邮件给li@corp.cn，主题为“会议”，内容为“三点开会”',
    'mail',
    tool({ to: text('Recipient email'), subject: text('Subject'), body: text('Body') }),
    { to: 'li@corp.cn', subject: '会议', body: '三点开会' },
  ],
  [
    'Set the width to 5 and the height to 3',
    'rect',
    tool({ kuan: number('宽度'), gao: number('高度') }),
    { kuan: 5, gao: 3 },
  ],
  [
    'Book a room in Shanghai for 3 guests with a budget of 800',
    'hotel',
    tool({ city: text('城市'), guests: integer('客人数量'), budget: number('预算') }),
    { city: 'Shanghai', guests: 3, budget: 800 },
  ],
  [
    'A patient aged 45 with a body weight of 70 kg and a height of 180 cm',
    'patient',
    tool({ nianling: integer('年龄'), tizhong: number('体重（公斤）'), shengao: number('身高（厘米）') }),
    { nianling: 45, tizhong: 70, shengao: 180 },
  ],
];

describe('a request in one language fills the parameters of a tool in the other', () => {
  test.each(cases)('%s', (request, name, parameters, expected) => {
    expect(fillParameters(request, parameters, { tool: { name }, now }).arguments).toEqual(expected);
  });
});
