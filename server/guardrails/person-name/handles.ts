import { lookUp } from "../lists.ts";
import type { Span } from "../rule.ts";

/**
 * Finds handles that consist of a person's name (@AnnaKowalska, @ Stacy _ Moore), if a repost credits them or a reply
 * begins with them.
 */
export function findHandleNames(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes("@")) return spans;
  for (const match of text.matchAll(handle)) {
    const name = match.groups?.name ?? "";
    const credited = match.groups?.repost !== undefined || (match.groups?.reply !== undefined && /^\p{Lu}/u.test(name));
    if (!credited && !isNamed(name)) continue;
    const end = match.index + match[0].length;
    spans.push({ start: end - name.length, end, slug: "person-name" });
  }
  return spans;
}

const handle =
  /(?<![\p{L}\p{N}_.@/])(?:(?<repost>RT )|(?<reply>(?<=^|\n)(?=@ \S+:? [^@\s_\d]))|)@ ?(?<name>\p{L}[\p{L}\p{N}]{2,24}(?: ?_ ?\p{Lu}[\p{L}]{1,20})?)(?![\p{L}\p{N}]|@|[./:]\p{L}| _)/gu;

function isNamed(name: string): boolean {
  const parts = name.split(/ ?_ ?|(?<=\p{Ll})(?=\p{Lu})/u).map(lookUp);
  const [first, second] = [parts[0], parts[1]];
  if (first === undefined) return false;
  if (second === undefined) return /^\p{Lu}/u.test(name) && first.given && !first.word;
  return /^\p{Lu}/u.test(name) && first.given && (second.family || !first.word);
}
