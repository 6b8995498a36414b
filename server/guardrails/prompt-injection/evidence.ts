import { ordersIn } from "./grammar.ts";
import { marksIn } from "./marks.ts";
import { type Mentions, mentionsIn, type Sign } from "./signs.ts";
import type { Token } from "./tokens.ts";

/** A sign with its offsets in the text. */
export type Placed = Sign & { start: number; end: number };

/** Returns what the rules find in a text, in order: vocabulary phrases, their signs, and fake chat template markers. */
export function evidenceIn(text: string, tokens: readonly Token[]): { mentions: Mentions; signs: Placed[] } {
  const mentions = mentionsIn(tokens);
  const signs: Placed[] = ordersIn(tokens, mentions).map((sign) => ({ ...sign, ...placeOf(tokens, sign) }));
  for (const mark of marksIn(text)) signs.push({ ...mark, at: tokenAt(tokens, mark.start), until: 0, directive: true });
  signs.sort((one, other) => one.at - other.at);
  return { mentions, signs };
}

function placeOf(tokens: readonly Token[], sign: Sign): { start: number; end: number } {
  const ownTokens = tokens.slice(sign.at, sign.until);
  return {
    start: Math.min(...ownTokens.map((token) => token.start)),
    end: Math.max(...ownTokens.map((token) => token.end)),
  };
}

function tokenAt(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
