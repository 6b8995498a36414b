import { type Part, partsOf } from "../guardrail-parts.ts";
import { cleanFields, type GuardrailFields, isSame } from "./guardrail-fields.ts";

export type Side = "mine" | "theirs";

/** A part that both sides changed, in different ways. */
export type Conflict = { id: string; name: string; mine: string | undefined; theirs: string | undefined };

type Sides = { base: GuardrailFields; mine: GuardrailFields; theirs: GuardrailFields };

/**
 * Merges two edits of a guardrail: a part that one side changed is taken from it, one that both changed from the chosen
 * side, by default mine.
 */
export function mergeFields(sides: Sides, choices: Readonly<Record<string, Side>>) {
  const base = cleanFields(sides.base);
  const mine = cleanFields(sides.mine);
  const theirs = cleanFields(sides.theirs);
  const conflicts: Conflict[] = [];
  let fields = theirs;
  for (const part of partsOf(base, mine, theirs)) {
    const side = winner(part, { base, mine, theirs });
    if (side === "both") {
      conflicts.push({ id: part.id, name: part.name, mine: part.words(mine), theirs: part.words(theirs) });
    }
    if (side === "mine" || (side === "both" && choices[part.id] !== "theirs")) fields = part.write(fields, mine);
  }
  return { fields, conflicts };
}

function winner(part: Part, { base, mine, theirs }: Sides): Side | "both" {
  const [was, own, other] = [part.read(base), part.read(mine), part.read(theirs)];
  if (isSame(own, was) || isSame(own, other)) return "theirs";
  return isSame(other, was) ? "mine" : "both";
}
