import { findDemand } from "./find-demand.ts";
import {
  findPromptConversion,
  findPromptRequest,
  findRelease,
  findSettingAside,
  findToldRequest,
  findUnlimited,
  findVoidedRules,
} from "./find-loosening.ts";
import { findOverride } from "./find-override.ts";
import { createReader, type Reader } from "./reader.ts";
import type { Mentions, Sign } from "./signs.ts";
import type { Token } from "./tokens.ts";

/** Returns the signs in a text: weighted phrases, orders to ignore rules, and demands for hidden text. */
export function ordersIn(tokens: readonly Token[], mentions: Mentions): Sign[] {
  const reader = createReader(tokens, mentions);
  const signs: Sign[] = mentions.signs.map((sign) =>
    isReported(reader, sign) ? { ...sign, weight: sign.weight / 2 } : sign,
  );
  for (const verb of mentions.concepts.get("override") ?? []) push(signs, findOverride(reader, verb, 2));
  for (const verb of mentions.concepts.get("remove") ?? []) push(signs, findOverride(reader, verb, 1));
  for (const verb of mentions.concepts.get("leak") ?? []) push(signs, findDemand(reader, verb, "leak"));
  for (const verb of mentions.concepts.get("show") ?? []) push(signs, findDemand(reader, verb, "show"));
  for (const verb of mentions.concepts.get("convert") ?? []) push(signs, findDemand(reader, verb, "convert"));
  for (const one of mentions.concepts.get("void") ?? []) push(signs, findVoidedRules(reader, one));
  for (const one of mentions.concepts.get("released") ?? []) push(signs, findRelease(reader, one));
  for (const one of mentions.concepts.get("aside") ?? []) push(signs, findSettingAside(reader, one));
  for (const one of mentions.concepts.get("inner") ?? []) push(signs, findPromptRequest(reader, one));
  for (const one of mentions.concepts.get("prompt") ?? []) push(signs, findPromptConversion(reader, one, false));
  for (const one of mentions.concepts.get("orders") ?? []) push(signs, findPromptConversion(reader, one, true));
  for (const one of mentions.concepts.get("told") ?? []) push(signs, findToldRequest(reader, one));
  for (const one of mentions.concepts.get("limits") ?? []) push(signs, findUnlimited(reader, one));
  return signs;
}

function push(signs: Sign[], sign: Sign | undefined): void {
  if (sign !== undefined) signs.push(sign);
}

/** Returns whether a phrase is in a sentence that describes somebody, or asks how something works. */
function isReported(reader: Reader, sign: Sign): boolean {
  const [start] = reader.sentence(sign.at, 12);
  return start < sign.at && reader.count("report", start, sign.at) + reader.count("howto", start, sign.at) > 0;
}
