import type { Body, TextSlot } from "../dialect.ts";
import { sideTexts } from "../request/side-texts.ts";
import { leavesAt } from "../text-slots.ts";

/** Finds every text of a /completions body. Replacing a text changes the body in place. */
export function texts(body: Body): TextSlot[] {
  return [
    ...leavesAt(body, "prompt", "prompt", "user"),
    ...leavesAt(body, "suffix", "suffix", "user"),
    ...sideTexts(body, OWN_FIELDS),
  ];
}

const OWN_FIELDS: ReadonlySet<string> = new Set(["prompt", "suffix"]);
