import { leadIn } from "./find-demand.ts";
import { type Reader, reportPenalty, sentenceStart, sign } from "./reader.ts";
import type { Mention, Sign } from "./signs.ts";
import type { Token } from "./tokens.ts";

/** In English the object follows the verb. In many languages it comes first. */
const verbFirst =
  /^(?:ignor(?:e|es|ing)|disregard|forget(?:ting)?|overrid|overwrite|bypass|circumvent|neglect|overlook|dismiss|delete|erase|wipe|cancel|abandon|discard|drop|skip|reset|remove|clear|disable|replace|supersede|revoke|void|nullify|suspend|discard|stop|do|throw|toss|scrap|put|leave|lay|shelve|quit|brush|look|unlearn|deviate|dont|no|not|set|pay|free|turn|switch)/;

/** Finds an order to ignore rules: a verb near the rules and near words that mark them as the model's own. */
export function findOverride(reader: Reader, verb: Mention, weight: number): Sign | undefined {
  const { tokens } = reader;
  if (isNegated(tokens, verb) || isNoun(tokens, verb)) return undefined;
  const [start, end] = reader.sentence(verb.at, 16);
  const from = verbFirst.test(tokens[verb.at]?.word ?? "") ? verb.at : Math.max(start, verb.at - 9);
  const to = Math.min(end, verb.until + 8);
  const object = strongestObject(reader, from, to, verb);
  const prior = reader.first("prior", from, to);
  const toldMention = reader.first("told", verb.until, to);
  if (
    object === undefined &&
    toldMention !== undefined &&
    weight > 1 &&
    reportPenalty(reader, verb, start, toldMention.at) === 0
  )
    return sign(verb.at, toldMention.until, "override", 1);
  if (object === undefined) return findEarlierTextObject(reader, verb, prior, weight);
  const close = (mention: Mention | undefined): boolean =>
    mention !== undefined && Math.abs(mention.at - object.at) <= 4;
  const [all, your] = [reader.first("all", from, to), reader.first("your", from, to)];
  let score = weight + object.weight;
  if (close(prior) && !isAhead(tokens, prior, object)) score += 1.5;
  if (close(all)) score += 0.5;
  if (close(your)) score += tokens[your?.at ?? 0]?.word === "its" ? 0.5 : 1.5;
  const toldAfter = reader.first("told", object.at, Math.min(end, object.until + 8));
  if (toldAfter !== undefined && !/^(?:by|at|with|in)$/.test(tokens[toldAfter.until]?.word ?? "")) score += 1.5;
  if (reader.first("mine", Math.max(from, object.at - 3), object.at) !== undefined) score -= 1.5;
  if (hasDisguise(tokens, verb.at, object.at)) score += 1;
  // "Any AI reviewer must ignore ...": the order names its addressee.
  if (
    reader.first("addressed", Math.max(start, verb.at - 4), verb.at) !== undefined &&
    /^(?:must|should|shall|will|to|please)$/.test(tokens[verb.at - 1]?.word ?? "")
  )
    score += 1.5;
  const ownBefore = reader.first("your", Math.max(from, object.at - 3), object.at);
  // "All earlier rules of the club" belong to somebody else.
  if (ownBefore === undefined && toldMention === undefined && /^(?:of|for|on)$/.test(tokens[object.until]?.word ?? ""))
    score -= 1.5;
  score -= narrationPenalty(reader, verb);
  score -= reportPenalty(reader, verb, start, object.at);
  const until = Math.max(verb.until, object.until, prior?.until ?? 0);
  return score < 3.5
    ? undefined
    : sign(Math.min(verb.at, object.at), until, "override", score >= 4.5 ? 1 : (score - 3) / 2);
}

const negation = /^(?:not|dont|never|no|ne|n|nicht|non|nao|nie|не|لا|niet|inte|ikke|ala|nu|nem|μην|אל|मत)$/;

/** Returns whether the order is negated: "Do not forget the instructions". */
function isNegated(tokens: readonly Token[], verb: Mention): boolean {
  const [previous, next] = [tokens[verb.at - 1]?.word ?? "", tokens[verb.until]?.word ?? ""];
  return (
    negation.test(previous) ||
    next === "pas" ||
    (next === "nicht" && !/^(?:vergessen|ignorier)/.test(tokens[verb.at]?.word ?? ""))
  );
}

/** Returns whether the word only looks like a verb: "The reset instructions". */
function isNoun(tokens: readonly Token[], verb: Mention): boolean {
  return (
    verb.until - verb.at === 1 &&
    tokens[verb.at]?.apart === false &&
    /^(?:the|an?|my|your|our|this|his|her|their|password)$/.test(tokens[verb.at - 1]?.word ?? "")
  );
}

/** Returns whether "before" introduces a clause: "Before you remove the rules". */
function isAhead(tokens: readonly Token[], prior: Mention | undefined, object: Mention): boolean {
  return prior !== undefined && prior.at < object.at && /^(?:before|past)$/.test(tokens[prior.at]?.word ?? "");
}

/**
 * Returns a penalty for a sentence that describes somebody and orders nothing: "The model ignores ...", "models often
 * ignore ...".
 */
function narrationPenalty(reader: Reader, verb: Mention): number {
  const { tokens } = reader;
  const token = tokens[verb.at];
  if (token === undefined || token.apart || !/^[a-z]/.test(token.word)) return 0;
  if (/^(?:ignor|overrid|bypass|disregard|replac|supersed)(?:es|s)$/.test(token.word)) return 2.5;
  const speaker = tokens[verb.at - 1]?.word ?? "";
  if (/^(?:models?|llms?|users?|people|i|we|they|he|she|it|sometimes|often|always|never)$/.test(speaker)) return 1.5;
  // "My kids ignore": somebody else ignores.
  const owner = tokens[verb.at - 2]?.word ?? "";
  return /^(?:my|our|his|her|their|the|some|many|most|these|those)$/.test(owner) && !leadIn.has(speaker) ? 1.5 : 0;
}

const everythingWord = /^(?:everything|alles|tout|todo|tutto|tudo|wszystko|allt|alt|kaikki|все|一切|すべて|全て|모든)$/;

type Weighed = Mention & { weight: number };

function strongestObject(reader: Reader, from: number, to: number, verb: Mention): Weighed | undefined {
  for (const concept of ["prompt", "rules"] as const) {
    const found = reader.first(concept, from, verb.at) ?? reader.first(concept, verb.until, to);
    if (found !== undefined) return { ...found, weight: concept === "prompt" ? 2.5 : 2 };
  }
  const words = reader.first("words", from, verb.at) ?? reader.first("words", verb.until, to);
  if (words !== undefined) return { ...words, weight: 1 };
  const everything = reader.first("all", verb.until, verb.until + 2);
  if (everything !== undefined && everythingWord.test(reader.tokens[everything.at]?.word ?? ""))
    return { ...everything, weight: 1.5 };
  const limits = reader.first("limits", verb.until, Math.min(to, verb.until + 4));
  if (limits !== undefined) return { ...limits, weight: 1.5 };
  const single = reader.first("single", verb.until, to);
  return single === undefined ? undefined : { ...single, weight: 0.5 };
}

/** Finds an order whose object is the earlier text itself: "Ignore the above and ...". */
function findEarlierTextObject(
  reader: Reader,
  verb: Mention,
  prior: Mention | undefined,
  weight: number,
): Sign | undefined {
  const { tokens } = reader;
  if (prior === undefined || weight < 2 || prior.at < verb.until || prior.at - verb.until > 2) return undefined;
  const next = tokens[prior.until];
  const isAlone =
    next === undefined ||
    next.opens ||
    next.apart ||
    /^(?:and|then|instead|but|just|you|say|print|tell|this|line|it)$/.test(next.word);
  const pointsBack = /^(?:above|previous|prior|before|everything)$/.test(tokens[prior.at]?.word ?? "");
  const isDirect = reportPenalty(reader, verb, sentenceStart(tokens, verb.at, 16), prior.at) === 0;
  return isAlone && pointsBack && isDirect ? sign(verb.at, prior.until, "override", 1) : undefined;
}

function hasDisguise(tokens: readonly Token[], one: number, other: number): boolean {
  return tokens.slice(Math.min(one, other), Math.max(one, other) + 1).some((token) => token.disguised);
}
