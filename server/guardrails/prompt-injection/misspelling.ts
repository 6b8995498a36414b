import { lookUp } from "../lists.ts";

/** What attacks cannot do without, and what people who dodge filters misspell. */
const core =
  "ignore ignoring previous instruction instructions prompt prompts system reveal forget disregard override everything guideline guidelines restriction restrictions unrestricted policy policies developer directive directives pretend bypass jailbreak hidden secret confidential configuration earlier message messages administrator filters safety limits initial original repeat verbatim content without rules orders password".split(
    " ",
  );

/** Each of them without one letter, and whole. */
const nearly = new Map(
  core.flatMap((word) => [...shortened(word), word].map((near): [string, string] => [near, word])),
);

/** The word meant by one that is in no list and one slip away: a letter too few, too many, wrong or moved. */
export function correct(token: string): string | undefined {
  if (token.length < 5 || token.length > 15) return undefined;
  const meant =
    nearly.get(token) ??
    shortened(token)
      .map((near) => nearly.get(near))
      .find((word) => word !== undefined);
  if (meant === undefined || Math.abs(meant.length - token.length) > 1) return undefined;
  const known = lookUp(token);
  return known.word || known.foreign || known.given || known.family ? undefined : meant;
}

function shortened(word: string): string[] {
  return Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));
}
