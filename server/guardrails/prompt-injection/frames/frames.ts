import type { Reader } from "../reader.ts";
import type { Sign } from "../signs.ts";
import { addressFrames } from "./address.ts";
import { asideVerb, cancelFrames } from "./cancel.ts";
import type { Group } from "./cues.ts";
import { foreignFrames } from "./foreign.ts";
import { foreignObedienceFrames } from "./foreign-obedience.ts";
import type { Frame } from "./frame.ts";
import { freeFrames } from "./free.ts";
import { loosenedFrames } from "./loosened.ts";
import { obedienceFrames } from "./obedience.ts";
import { plantedFrames } from "./planted.ts";
import { readSentences, type Sentence } from "./sentences.ts";
import { showFrames } from "./show.ts";
import { startedFrames } from "./started.ts";

const frames: readonly [Group, readonly Frame[]][] = [
  ["cancel", cancelFrames],
  ["show", showFrames],
  ["started", startedFrames],
  ["obey", obedienceFrames],
  ["loosened", loosenedFrames],
  ["free", freeFrames],
  ["address", addressFrames],
  ["planted", plantedFrames],
  ["foreign", foreignFrames],
  ["abroad", foreignObedienceFrames],
];

/** Frames that speak to the model or of the writer. */
const aimed: ReadonlySet<Group> = new Set(["obey", "started"]);

export function framesIn(reader: Reader): Sign[] {
  const signs: Sign[] = [];
  for (const sentence of readSentences(reader)) {
    const led = sentence.groups.has("cancel") && asideVerb.test(sentence.text);
    for (const [group, list] of frames) {
      if (!sentence.groups.has(group) || (aimed.has(group) && !sentence.groups.has("aimed"))) continue;
      for (const frame of list) if (led || frame.led !== true) signs.push(...signOf(frame, sentence, reader));
    }
  }
  return signs;
}

function signOf({ kind, weight, pattern, not, quoted }: Frame, sentence: Sentence, reader: Reader): Sign[] {
  const match = pattern.exec(sentence.text);
  if (match === null || not?.test(sentence.text) === true) return [];
  const at = sentence.tokenAt(match.index);
  if (quoted !== true && isTalk(reader, sentence, at)) return [];
  return [{ at, until: sentence.tokenAt(match.index + match[0].length - 1) + 1, kind, weight, directive: true }];
}

/** Reports of attacks and questions about them are none. */
function isTalk(reader: Reader, { from, to }: Sentence, at: number): boolean {
  return reader.count("report", from, at) + reader.count("howto", from, at) > 0 || reader.count("verdict", at, to) > 0;
}
