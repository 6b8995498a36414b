import { lookUp } from "../lists.ts";
import type { Span } from "../rule.ts";

/** Phrases before a name in lowercase texts. */
const cues =
  "hi|hey|hello|hiya|dear|thanks|thx|cheers|regards|im|i'm|its|it's|this is|ask|tell|call|text|email|ring|phone|contact|remind|invite|from|spoke to|spoke with|talked to|met|told|me and|my (?:name is|friend|boss|brother|sister|son|daughter|wife|husband|mum|mom|dad|cousin|neighbou?r|landlord|colleague)|name(?: ?[:=]| is)";
const cue = new RegExp(`(?<![\\p{L}\\p{N}_'’-])(?:${cues})[,:]? (?=\\p{Ll}|$)`, "gu");
const follower = /^(\p{Ll}[\p{L}'’]{2,20}(?: \p{Ll}[\p{L}'’]{2,20})?)(?![\p{L}\p{N}_@-]|['’.]\p{L})/u;
/** Matches the speaker in a line of a chat: "[10:42] nadia:". */
const speaker = /(?<=^|\n)\[?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?(?: -)? <?(\p{Ll}{3,15})>?:/gu;
/** The distance before a cue in which no capital letter may occur, and the maximum length of a cue with a name. */
const [lookBack, lookAhead] = [60, 90];

/** Finds listed given names after a cue in texts without capitals: "ask jenny", "name: maria lopez". */
export function findLowercaseNames(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(cue)) {
    const start = match.index + match[0].length;
    if (/\p{Lu}/u.test(text.slice(Math.max(0, match.index - lookBack), start))) continue;
    const name = nameIn(follower.exec(text.slice(start, start + 44))?.[1] ?? "");
    if (name !== "") spans.push({ start, end: start + name.length, slug: "person-name" });
  }
  for (const { 0: whole, 1: name = "", index } of text.matchAll(speaker)) {
    if (nameIn(name) === "") continue;
    const end = index + whole.lastIndexOf(name) + name.length;
    spans.push({ start: end - name.length, end, slug: "person-name" });
  }
  return spans;
}

/** Returns the start of a cue whose name may continue after the end of the text; the text's length if there is none. */
export function smallTail(text: string): number {
  const from = Math.max(0, text.length - lookAhead);
  const tail = text.slice(from);
  for (const match of tail.matchAll(cue)) {
    const [first = "", second, third] = tail.slice(match.index + match[0].length).split(" ", 3);
    if (second === undefined || (third === undefined && nameIn(first) !== "")) return from + match.index;
  }
  return (
    text.length -
    (/(?<![\p{L}\p{N}_'’-])(?:\p{Ll}[\p{Ll}'’]* )?\p{Ll}[\p{Ll}'’]*[ ,:=]{0,2}$/u.exec(tail)?.[0].length ?? 0)
  );
}

/** Given names that are also words, but that are names directly after "ask" or "name:". */
const everyday = new Set(
  "john mike peter mark frank jack bill bob rob nick tony ray joe jean grace rose lily daisy dean carter jenny josh jake harry henry charlie max sam tom tim jim alan dan ben ken matt luke adam eve ruby ivy amber violet heather robin martin victor oliver".split(
    " ",
  ),
);

/** Returns the given name, with a family name if one follows. */
function nameIn(words: string): string {
  const [first = "", second = ""] = words.split(" ");
  const [given, family] = [lookUp(first), lookUp(second)];
  if (!given.given || given.foreign || ((given.word || given.place) && !everyday.has(first))) return "";
  const isSecond =
    second !== "" && !family.foreign && (family.word ? everyday.has(second) : family.family || family.given);
  return isSecond ? words : first;
}
