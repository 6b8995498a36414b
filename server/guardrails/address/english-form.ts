import { isPlace } from "../lists.ts";
import {
  direction,
  numberedRoad,
  secondStateWord,
  stateCode,
  stateName,
  strongStreet,
  unit,
  weakStreet,
} from "./street-words.ts";
import { isCode, postcodeLength, type Token } from "./tokens.ts";

/** Returns the end of an address that begins with a house number, in English form; 0 if it is not an address. */
export function numberedEnd(text: string, tokens: readonly Token[]): number {
  // "021 555 0167. GP Dr": a number followed by another number or by capitals is not a house number.
  const [, second, third] = tokens;
  if (/^0\d+$|^\d{3,}$/.test(second?.text ?? "") && /^(?:\d+|\p{Lu}+)$/u.test(third?.text ?? "")) return 0;
  const street = streetEnd(tokens);
  const region = regionEnd(text, tokens, Math.max(1, street.at));
  if (region > 0 && isRow(tokens, region, street.at)) return tokens[region - 1]?.end ?? 0;
  if (street.at === 0 || !street.strong || !isName(tokens, street.at)) return 0;
  const next = text.slice(tokens[street.at - 1]?.end ?? 0).slice(0, 12);
  // "In 2024 Main Street banks grew": a year is not a house number, and a name that continues as a sentence is not a
  // street.
  if (/^(?:19|20)\d\d$/.test(tokens[0]?.text ?? "") && !/^\s*(?:[,\n]|$)/.test(next)) return 0;
  if (
    /^ (?:is|are|was|were|in|has|have|will|can|to win)\b/.test(next) &&
    !direction.has(tokens[1]?.lower ?? "") &&
    !/^(?:street|st|avenue|ave|road|rd|lane|boulevard|blvd|court|terrace)$/.test(tokens[street.at - 1]?.lower ?? "")
  )
    return 0;
  if (namesThing(text, tokens, street.at)) return 0;
  return tokens[cityEnd(text, tokens, unitEnd(tokens, street.at)) - 1]?.end ?? 0;
}

/**
 * Returns whether a capitalized word that is not a place follows the street: "100 Greek Street Food recipes", "7 Day
 * Road Trip".
 */
function namesThing(text: string, tokens: readonly Token[], street: number): boolean {
  const [next, second] = [tokens[street], tokens[street + 1]];
  if (next === undefined || !/^ \p{Lu}\p{Ll}/u.test(text.slice(next.start - 1, next.start + 2))) return false;
  return !unit.has(next.lower) && !isPlace(next.text) && !isPlace(`${next.text} ${second?.text ?? ""}`);
}

type Street = { at: number; strong: boolean };

/** Returns the index after the street's name and direction. */
function streetEnd(tokens: readonly Token[]): Street {
  let weak = 0;
  for (let index = 1; index < Math.min(tokens.length, 8); index += 1) {
    const word = tokens[index];
    if (word === undefined || word.text === "," || word.text === "\n") break;
    const road = numberedRoad.has(word.lower) ? roadEnd(tokens, index) : 0;
    if (road > 0) return { at: withDirection(tokens, road), strong: true };
    if (index === 1 && !/^broadway$/.test(word.lower)) continue;
    if (strongStreet.has(word.lower) && !strongStreet.has(tokens[index + 1]?.lower ?? ""))
      return { at: withDirection(tokens, index + 1), strong: true };
    if (weakStreet.has(word.lower)) weak = index + 1;
  }
  return { at: weak === 0 ? 0 : withDirection(tokens, weak), strong: false };
}

/**
 * Returns the index after a numbered road, e.g. "County Road 12", "Route 690", "FM 544" or "Highway AA"; 0 if it is not
 * one.
 */
function roadEnd(tokens: readonly Token[], index: number): number {
  let next = index + 1;
  while (/^(?:road|rd|route|rte|highway|hwy|trunk|#)$/.test(tokens[next]?.lower ?? "")) next += 1;
  return /^(?:\d{1,4}[A-Za-z]?|[A-Z]{1,3})$/.test(tokens[next]?.text ?? "") ? next + 1 : 0;
}

function withDirection(tokens: readonly Token[], index: number): number {
  return direction.has(tokens[index]?.lower ?? "") ? index + 1 : index;
}

/** Returns the index after an apartment, suite or room. */
function unitEnd(tokens: readonly Token[], index: number): number {
  const at = tokens[index]?.text === "," || tokens[index]?.text === "\n" ? index + 1 : index;
  if (!unit.has(tokens[at]?.lower ?? "")) return index;
  const value = tokens[at + 1]?.text === "#" ? at + 2 : at + 1;
  return /^[A-Za-z]?\d{1,5}[A-Za-z]?$|^[A-Z]$/.test(tokens[value]?.text ?? "") ? value + 1 : index;
}

/** Returns the index after the state and postal code at the end of the address; 0 if they are missing. */
function regionEnd(text: string, tokens: readonly Token[], from: number): number {
  let open = 0;
  for (let index = from; index < tokens.length && (open === 0 || index < open + 3); index += 1) {
    const postcode = postcodeLength(tokens, index);
    if (postcode > 0) return index + postcode;
    if (!isState(tokens, index)) continue;
    const code = tokens[index + 1]?.text === "," ? index + 2 : index + 1;
    if (isCode(tokens[code]) || /^\d{4}$/.test(tokens[code]?.text ?? "")) return code + 1;
    if (postcodeLength(tokens, code) > 0) return code + postcodeLength(tokens, code);
    // "NY, NY 10036": the city has the same name as the state.
    if (open === 0 && closes(text, tokens, index)) open = index + 1;
  }
  return open;
}

function isState(tokens: readonly Token[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  if (token === undefined) return false;
  if (stateCode.has(token.text)) return true;
  if (stateCode.has(token.text.toUpperCase()) && isCode(next)) return true;
  if (stateName.has(token.lower)) return /^\p{Lu}/u.test(token.text) || isCode(next);
  const first = secondStateWord.get(token.lower);
  return first !== undefined && tokens[index - 1]?.lower === first && (/^\p{Lu}/u.test(token.text) || isCode(next));
}

/** Returns whether a state ends the address. A state without a code must follow a comma or end the line. */
function closes(text: string, tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  const isSeparated =
    tokens[index - 1]?.text === "," || (secondStateWord.has(token.lower) && tokens[index - 2]?.text === ",");
  return (
    isSeparated &&
    (stateCode.has(token.text) || stateName.has(token.lower) || secondStateWord.has(token.lower)) &&
    !/^[ ]\p{Lu}\p{Ll}/u.test(text.slice(token.end, token.end + 3))
  );
}

const small = new Set(["of", "the", "de", "la", "del", "st", "y", "los", "las", "el", "du"]);

/**
 * Returns whether everything up to `end` may be part of an address: capitalized words and numbers, or only lowercase
 * words after a street word.
 */
function isRow(tokens: readonly Token[], end: number, street: number): boolean {
  const words = tokens.slice(1, end).filter((token) => /\p{L}/u.test(token.text));
  const lower = words.filter(
    (token) =>
      /^\p{Ll}/u.test(token.text) &&
      !small.has(token.lower) &&
      !strongStreet.has(token.lower) &&
      !weakStreet.has(token.lower),
  );
  if (words.length < 2) return false;
  const isSeparated = tokens.slice(1, end).some((token) => token.text === "," || token.text === "\n");
  if (lower.length === 0)
    return street > 0 || (isSeparated && /^\p{Lu}|^\d+(?:st|nd|rd|th)/u.test(tokens[1]?.text ?? ""));
  return (
    street > 0 && street <= 6 && lower.length >= words.length - 2 && !words.some((token) => prose.has(token.lower))
  );
}

/** Words of sentences that do not occur in lowercase addresses. */
const prose = new Set(
  "is are was were to with by for from that this then take will would has have had and or but you we they it your my our how what when where which".split(
    " ",
  ),
);

/** Returns whether a street has a name: a word besides its kind that is capitalized or a number ("5th"). */
function isName(tokens: readonly Token[], street: number): boolean {
  const nameTokens = tokens.slice(1, street).filter((token) => /[\p{L}\p{N}]/u.test(token.text));
  return (
    nameTokens.length >= 2 && nameTokens.every((token) => /^[\p{Lu}\d]/u.test(token.text) || small.has(token.lower))
  );
}

/**
 * Returns the index after a city that follows the street (", Springfield"), if only punctuation or the end of the text
 * follows it.
 */
function cityEnd(text: string, tokens: readonly Token[], index: number): number {
  const mark = tokens[index]?.text;
  if (mark !== "," && mark !== "\n") return index;
  let end = index + 1;
  while (end < tokens.length && end - index <= 4 && /^\p{Lu}[\p{L}'’.-]+$/u.test(tokens[end]?.text ?? "")) end += 1;
  if (end === index + 1) return index;
  const last = tokens[end - 1];
  return last !== undefined && /^\s*(?:[.,;:)"'\]}\n]|$)/.test(text.slice(last.end, last.end + 2)) ? end : index;
}
