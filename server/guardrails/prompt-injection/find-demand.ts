import { type Reader, reportPenalty, sign } from "./reader.ts";
import type { Mention, Sign } from "./signs.ts";
import type { Token } from "./tokens.ts";

export const leadIn = new Set([
  "and",
  "then",
  "please",
  "now",
  "to",
  "must",
  "just",
  "also",
  "instead",
  "first",
  "can",
  "could",
  "would",
  "will",
  "you",
  "me",
  "immediately",
  "next",
  "or",
  "but",
  "so",
  "i",
  "kindly",
  "assistant",
  "system",
  "great",
  "ok",
  "sure",
  "y",
  "und",
  "et",
  "e",
  "dan",
  "i",
  "и",
  "va",
  "và",
  "en",
  "og",
  "och",
  "ja",
  "ve",
  "si",
  "ser",
]);

/** Finds an order to show hidden text: its object is the model's own instructions or a secret. */
export function findDemand(reader: Reader, verb: Mention, kind: "leak" | "show" | "convert"): Sign | undefined {
  const { tokens } = reader;
  const [start, end] = reader.sentence(verb.at, 14);
  const to = Math.min(end, verb.until + 8);
  const [next, second] = [tokens[verb.until]?.word ?? "", tokens[verb.until + 1]?.word ?? ""];
  if (/^(?:how|an?|some|examples?|about)$/.test(next === "me" ? second : next)) return undefined;
  const latin = /^[a-z]/.test(tokens[verb.at]?.word ?? "");
  if (latin && !isOrdered(tokens, verb.at)) return undefined;
  const from = latin ? verb.until : Math.max(start, verb.at - 8);
  const score = demandScore(reader, verb, kind, from, to) - reportPenalty(reader, verb, start, verb.until) * 0.5;
  return score < 0.5
    ? undefined
    : sign(Math.min(verb.at, from), Math.min(to, verb.until + 5), "demand", Math.min(1, score));
}

function isOrdered(tokens: readonly Token[], at: number): boolean {
  const previous = tokens[at - 1];
  return (
    previous === undefined ||
    tokens[at]?.opens === true ||
    tokens[at]?.apart === true ||
    leadIn.has(previous.word) ||
    previous.disguised === true
  );
}

function demandScore(
  reader: Reader,
  verb: Mention,
  kind: "leak" | "show" | "convert",
  from: number,
  to: number,
): number {
  const { tokens } = reader;
  const your = reader.first("your", from, to) !== undefined;
  const mine = reader.first("mine", from, to) !== undefined;
  const prompt = reader.first("prompt", from, to);
  if (prompt !== undefined && !/^(?:an?|my|our|this|good|better)$/.test(tokens[prompt.at - 1]?.word ?? "")) {
    const strong = kind === "leak" ? 1 : kind === "show" ? 0.8 : 0.5;
    return mine
      ? 0
      : strong +
          (your ? 0.5 : 0) +
          (reader.first("all", from, to) ||
          /^the$/.test(tokens[prompt.at - 1]?.word ?? "") ||
          !/^[a-z]/.test(tokens[verb.at]?.word ?? "") ||
          kind === "show"
            ? 0.2
            : 0);
  }
  const rules = reader.first("rules", from, to);
  const prior = reader.first("prior", from, to);
  if (rules !== undefined && !mine && kind !== "convert" && (your || prior !== undefined))
    return kind === "leak" || (prior !== undefined && (your || reader.first("all", verb.at, to) !== undefined))
      ? 1
      : 0.75;
  if (reader.first("secret", from, to) !== undefined && kind !== "convert")
    return kind === "leak" ? 0.7 + (your || reader.first("all", from, to) ? 0.4 : 0.1) : your ? 0.8 : 0.5;
  const everything = reader.first("all", verb.at, to) ?? reader.first("words", from, to);
  return everything !== undefined && prior !== undefined && kind !== "convert" && !mine ? 0.6 : 0;
}
