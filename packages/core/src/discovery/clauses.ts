/**
 * The parts of a request that may each need a tool of their own: sentences, and what follows words such as "then" or
 * "also". A request of one part gives none.
 */
export function clausesOf(text: string): readonly string[] {
  const parts = text
    .slice(0, longest)
    .split(breaks)
    .map((part) => part.trim())
    .filter((part) => part.length >= shortest);
  return parts.length > 1 ? parts.slice(0, most) : [];
}

const longest = 4000;
const most = 16;
const shortest = 6;

const breaks =
  /(?<=[.?!;])\s+|(?<=[。？！；\n])\s*|,?\s+(?:and\s+)?(?:then|also|additionally|finally|afterwards?|after that|furthermore|moreover|next|lastly|besides)\b,?\s*|,?\s+and\s+(?=(?:find|get|tell|show|calculate|compute|retrieve|what|how|check|book|create|provide|give|send|search|i|please|can|could|let)\b)|[，、]?(?:然后|同时|另外|此外|并且|还想|还需要|还要|以及|最后|接着|再帮)/iu;
