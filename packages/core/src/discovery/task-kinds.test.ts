import { expect, test } from 'vitest';
import { mainMeaningsOf } from './meanings.ts';
import { createKindReader, intents, scenes } from './task-kinds.ts';

test('every word of the tables has a line in the lexicon', () => {
  const words = [...Object.values(scenes), ...Object.values(intents)].flatMap((line) => line.split(' '));
  expect(words.filter((word) => mainMeaningsOf(word).length === 0)).toEqual([]);
});

test.each([
  ['Read the file notes.txt', 'read', 'file'],
  ['Delete the folder build', 'delete', 'file'],
  ['Send an email to Bob about the meeting', 'send', 'communication'],
  ['Convert this image to PDF', 'convert', 'media'],
  ['Book a flight from Vienna to Rome', 'book', 'travel'],
  ['搜索关于气候的新闻', 'search', 'weather'],
  ['计算三角形的面积', 'calculate', 'mathematics'],
  ['把这个文件夹里的图片转换成 PDF', 'convert', 'file'],
  ['帮我查一下明天北京到上海的航班', 'search', 'travel'],
  ['删除这个文件', 'delete', 'file'],
])('%s', (task, intent, scene) => {
  expect(createKindReader(intents)(task)[0]?.name).toBe(intent);
  expect(createKindReader(scenes)(task)[0]?.name).toBe(scene);
});
