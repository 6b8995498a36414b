import { isPlace } from "../../lists.ts";
import { houseNumberAhead, numberAfter, stateAndCode, streetAhead } from "../address-cues.ts";
import { chatTime, contactAfter, foreignRole, singleBefore } from "../foreign-cues.ts";
import { isNamedThing, namesakeBefore, shipBefore, thingEnding } from "../named-things.ts";
import type { Run } from "../runs.ts";
import {
  bornAfter,
  clauseBefore,
  firm,
  introduction,
  kinAfter,
  label,
  mailAfter,
  personVerb,
  requestBefore,
  roleBefore,
  thingAfter,
  thingAhead,
  title,
} from "../surroundings.ts";
import { partnerBefore, romancePlace, thingPhrases } from "../thing-phrases.ts";

/** Returns the kinds of evidence before a name, as bits. */
export function cuesBefore(text: string, at: number): number {
  const ahead = text
    .slice(Math.max(0, at - 48), at)
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/ ["'“„«(]$/, " ");
  const near = text.slice(Math.max(0, at - 24), at);
  return toBits([
    title.test(ahead),
    introduction.test(ahead),
    label.test(ahead),
    singleBefore.test(ahead),
    chatTime.test(ahead),
    foreignRole.test(ahead),
    roleBefore.test(ahead),
    requestBefore.test(ahead),
    clauseBefore.test(ahead),
    thingAhead.test(ahead.slice(-16)),
    partnerBefore.test(ahead.slice(-14)) || romancePlace.test(ahead.slice(-14)),
    streetAhead.test(near),
    houseNumberAhead.test(near.slice(-12)),
    opening.test(near.slice(-4)),
    namesakeBefore.test(ahead.slice(-24)) || shipBefore.test(near.slice(-7)),
  ]);
}

/** Returns the kinds of evidence after a name, as bits. */
export function cuesAfter(text: string, at: number): number {
  const behind = text.slice(at, at + 44);
  return toBits([
    bornAfter.test(behind),
    mailAfter.test(behind),
    contactAfter.test(behind),
    personVerb.test(behind),
    kinAfter.test(behind),
    thingAfter.test(behind.slice(0, 24)),
    numberAfter.test(behind.slice(0, 16)),
    stateAndCode.test(behind.slice(0, 10)),
  ]);
}

/** Returns facts about all the words together, as bits. */
export function cuesInside(words: Run): number {
  const phrase = words.map((word) => word.known.folded).join(" ");
  if (words.length < 2) return toBits([phrase.includes("-") && isThing(phrase)]);
  return toBits([
    firm.test(phrase) || thingPhrases.has(phrase) || isThing(phrase),
    isPlace(phrase),
    words.every((word) => word.capitals || word.initial),
  ]);
}

function isThing(phrase: string): boolean {
  return isNamedThing(phrase) || thingEnding.test(phrase);
}

function toBits(flags: readonly boolean[]): number {
  let all = 0;
  for (let index = 0; index < flags.length; index += 1) if (flags[index] === true) all |= 1 << index;
  return all;
}

const opening = /(?:^|[.!?:;\n•*"“([]|^[-–—])\s*$/;
