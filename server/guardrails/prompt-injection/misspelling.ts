import { lookUp } from "../lists.ts";

/** Words that attacks need, and that attackers misspell to avoid filters. */
const core =
  "ignore ignoring previous instruction instructions prompt prompts system reveal forget disregard override everything guideline guidelines restriction restrictions unrestricted policy policies developer directive directives pretend bypass jailbreak hidden secret confidential configuration earlier message messages administrator filters safety limits initial original repeat verbatim content without rules orders password".split(
    " ",
  );

/** Each of these words, whole and with one letter removed. */
const nearly = new Map(
  core.flatMap((word) => [...deletionsOf(word), word].map((near): [string, string] => [near, word])),
);

/** Returns the word that an unknown word misspells by one edit: a letter missing, added, replaced or moved. */
export function correct(token: string): string | undefined {
  if (token.length < 5 || token.length > 15) return undefined;
  const meant =
    nearly.get(token) ??
    deletionsOf(token)
      .map((near) => nearly.get(near))
      .find((word) => word !== undefined);
  if (meant === undefined || Math.abs(meant.length - token.length) > 1) return undefined;
  const lookup = lookUp(token);
  return lookup.word || lookup.foreign || lookup.given || lookup.family ? undefined : meant;
}

function deletionsOf(word: string): string[] {
  return Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));
}
