import type { InjectionRow } from "../injection.ts";
import { disguises } from "./disguises.ts";
import { linesOf, type Split } from "./lines.ts";
import { createRandom } from "./random.ts";

/** Number of texts made with each disguise. */
const copies = 2;

/**
 * Returns attacks on a model's instructions by kind, some of them disguised, and ordinary texts with the same words.
 */
export function attackRows(split: Split): InjectionRow[] {
  const rows: InjectionRow[] = [];
  const bases: string[] = [];
  let tier = "";
  for (const line of linesOf(split, "attacks")) {
    if (/^# [a-z-]+$/.test(line)) tier = line.slice(2);
    else if (tier === "base") bases.push(line);
    else rows.push({ text: line, label: "injection", tier });
  }
  const random = createRandom(split === "held" ? 7_002 : 12);
  for (const disguise of bases.length > 0 ? disguises : [])
    for (let copy = 0; copy < copies; copy += 1)
      rows.push({ text: disguise(random.pick(bases)), label: "injection", tier: "evasion" });
  return [...rows, ...linesOf(split, "benign").map((text): InjectionRow => ({ text, label: "benign" }))];
}
