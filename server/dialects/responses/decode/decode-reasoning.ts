import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import type { Proof } from "#server/dialects/reasoning-proof.ts";
import type { Target } from "#server/dialects/target.ts";
import { proofOf } from "../encode/encrypted-content.ts";

/** The texts of a reasoning item (the reasoning itself, else its summary) and the proof that came with it. */
export function decodeReasoningItem(item: Body, path: string, target: Target): { texts: string[]; proof?: Proof } {
  const content = textsOf(item.content);
  const texts = content.length > 0 ? content : textsOf(item.summary);
  const encrypted = textOf(item.encrypted_content);
  if (!encrypted) return { texts };
  const proof = proofOf(encrypted, textOf(item.id));
  if (proof.origin === target.family) return { texts, proof };
  target.notes.add(`${path}.encrypted_content: dropped, it belongs to ${proof.origin}`);
  return { texts };
}

function textsOf(parts: unknown): string[] {
  return recordsOf(parts).flatMap((part) => (typeof part.text === "string" ? [part.text] : []));
}
