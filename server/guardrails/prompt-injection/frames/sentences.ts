import type { Reader } from "../reader.ts";
import { type Group, groupsOf } from "./cues.ts";

/** The words of a sentence in a row, with a comma where punctuation stood, and the tokens they came from. */
export type Sentence = {
  from: number;
  to: number;
  text: string;
  groups: ReadonlySet<Group>;
  tokenAt: (offset: number) => number;
};

/** Longer sentences are read in parts. */
const longest = 40;

/** The sentences in which a frame may be. Orders to an assistant are looked for where one is named. */
export function readSentences({ tokens }: Reader): Sentence[] {
  const sentences: Sentence[] = [];
  const namesModel = tokens.some((token) => groupsOf(token.word)?.includes("address") === true);
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    const groups = new Set<Group>();
    do {
      for (const group of groupsOf(tokens[to]?.word) ?? []) groups.add(group);
      to += 1;
    } while (to < tokens.length && to - from < longest && tokens[to]?.opens !== true);
    if (namesModel) groups.add("address");
    if (groups.size > (groups.has("aimed") ? 1 : 0)) sentences.push(sentenceOf(tokens, from, to, groups));
    from = to;
  }
  return sentences;
}

function sentenceOf(tokens: Reader["tokens"], from: number, to: number, groups: ReadonlySet<Group>): Sentence {
  const starts: number[] = [];
  let text = "";
  for (let at = from; at < to; at += 1) {
    if (at > from) text += tokens[at]?.apart === true ? " , " : " ";
    starts.push(text.length);
    text += tokens[at]?.word ?? "";
  }
  const tokenAt = (offset: number): number => {
    const after = starts.findIndex((start) => start > offset);
    return from + (after < 0 ? starts.length : after) - 1;
  };
  return { from, to, text, groups, tokenAt };
}
