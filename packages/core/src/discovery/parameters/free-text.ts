import type { Candidate } from './candidate.ts';
import type { Slot } from './slots.ts';
import type { Reading } from './span.ts';
import { hasHan } from './words.ts';

const lead =
  /^(?:(?:hey|hi|hello|ok|okay|so|please|kindly|then|also|and)\b[,!.]?\s*|(?:can|could|would|will) you (?:please |kindly |help me (?:to )?|help )?|i(?:'d| would) like (?:to|you to) |i (?:want|need|wish) (?:to|you to) |i'm (?:looking|trying) (?:for|to) |help me (?:to )?|let'?s |let me )+/iu;
const command =
  /^(?:search(?: the web| online| the internet)?(?: for)?|look(?:ing)? (?:up|for)|find(?: out| me)?(?: information)?(?: about| on)?|tell me(?: more)?(?: about)?|what(?:'s| is| are| was| were)|who(?:'s| is| was)|show me|give me|google|play|explain|describe|translate|get(?: me)?|provide(?: me)?(?: with)?|remind me (?:to|of|about))\s+(?:the |an? )?/iu;
const chineseLead =
  /^(?:你好[，,]?|请问|请你?|麻烦|能不能|能否|可以|帮我|帮忙|给我|我想要?|我需要|我要|我希望|查询|查找|查一下|查|搜索一下|搜索|搜一下|搜|寻找|找一下|找|了解一下|了解|知道|告诉我|看看|一下|一些|一个|一篇|一份|关于|有关)+/u;
const about =
  /\b(?:article|articles|report|essay|information|info|news|paper|post|story|poem|book|books|blog|summary|presentation|content|data|details|research) (?:about|on|regarding) ([^.,;!?]{2,120}?)(?= (?:with|that|which|in about|of about|for|from)\b|[.,;!?]|$)/iu;
const chineseAbout =
  /关于([^，。；！？]{2,60}?)的?(?:(?<=的)[^的，。；！？]{0,4})?(?:文章|报告|信息|资料|新闻|内容|论文|视频|书籍?|研究|数据|介绍|课程)/u;
const wholeRequest =
  /\b(?:posed|asked|provided|given|entered|submitted|said|input) by the user\b|\buser'?s? (?:message|question|statement|request|input|utterance|query)\b|用户(?:的)?(?:问题|提问|输入|请求|原话)/iu;

/** A free field that nothing else filled takes what the request is about: the sentence without its opening. */
export function restOfText(
  slot: Slot,
  { text }: Reading,
  taken: readonly Candidate[],
): { value: string; start: number; end: number } | undefined {
  if (slot.kind.name !== 'free' || slot.type !== 'string' || slot.closed) return undefined;
  if (wantsWholeRequest(slot)) return placed(text, text.trim());
  const topic = topicOf(text);
  if (topic !== undefined) return placed(text, topic);
  const opening = hasHan(text) ? '' : (lead.exec(text)?.[0] ?? '');
  const verb = (hasHan(text) ? chineseLead : command).exec(text.slice(opening.length))?.[0] ?? '';
  const rest = longestFree(text, opening.length + verb.length, taken);
  const value = matterOf(slot, rest)
    .replace(/[?!.。？！]+$/u, '')
    .trim();
  return value === '' ? undefined : placed(text, value);
}

/** "an article about the sea": what stands behind is the topic, whatever its words are. */
export function topicIn(
  { kind, name, type }: Slot,
  text: string,
): { value: string; start: number; end: number } | undefined {
  const asks =
    kind.name === 'free' &&
    type === 'string' &&
    /^(?:topic|subject|theme|keywords?|query|title|focus)$/iu.test(name);
  const topic = asks ? topicOf(text) : undefined;
  // What is quoted there is the value itself.
  return topic === undefined || /["“”「『《]/u.test(topic) ? undefined : placed(text, topic);
}

function topicOf(text: string): string | undefined {
  return (hasHan(text) ? chineseAbout : about).exec(text)?.[1];
}

/** "a workout for back pain that takes an hour": a goal or a problem is what the thing is for. */
function matterOf({ name }: Slot, rest: string): string {
  if (!/^(?:goal|purpose|issue|problem|reason|topic|subject|occasion|symptoms|theme)s?$/iu.test(name))
    return rest;
  const behind = /\b(?:for|about|regarding|with) (?:an? |the |my )?(.+)$/iu.exec(rest)?.[1] ?? rest;
  return behind.split(/,|\b(?:that|which|who|in|with|on|at|within|under)\b/iu, 1)[0]?.trim() || rest;
}

/** "The question posed by the user" is all that the user said. */
export function wantsWholeRequest({ kind, type, description }: Slot): boolean {
  return kind.name === 'free' && type === 'string' && wholeRequest.test(description);
}

function placed(text: string, value: string): { value: string; start: number; end: number } {
  const start = Math.max(0, text.indexOf(value));
  return { value, start, end: start + value.length };
}

const looseEnd =
  /(?:[\s,]+(?:in|at|on|for|from|to|by|with|and|or|of|the|a|an|near|around|as|using|is|are|within))+\s*$/iu;
const looseStart =
  /^\s*(?:(?:in|at|on|for|from|to|by|with|and|or|of|the|a|an|near|around|as|using)\b\s*)+|^[的在和与，,、以下上]+/iu;

/** The longest piece between what other slots took, without the small words that led to those. */
function longestFree(text: string, from: number, taken: readonly Candidate[]): string {
  const pieces: string[] = [];
  let at = from;
  for (const { start, end } of taken.toSorted((one, other) => one.start - other.start)) {
    if (start > at) pieces.push(text.slice(at, start));
    at = Math.max(at, end);
  }
  pieces.push(text.slice(at));
  const whole = pieces.length === 1;
  const cleaned = pieces.map((piece) => (whole ? piece : (piece.split(/[，。；]|[.;]\s/u)[0] ?? '')).trim());
  const bare = whole
    ? cleaned
    : cleaned.map((piece) =>
        piece
          .replace(looseStart, '')
          .replace(looseEnd, '')
          .replace(/[的在]$/u, '')
          .trim(),
      );
  return bare.toSorted((one, other) => other.length - one.length)[0] ?? '';
}
