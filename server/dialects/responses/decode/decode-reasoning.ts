import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import type { Proof } from "#server/dialects/reasoning-proof.ts";
import type { Target } from "#server/dialects/target.ts";
import { proofOf, unsealContent } from "../encode/encrypted-content.ts";

/** Returns the texts of a reasoning item (its content, else its summary) and its proof. */
export function decodeReasoningItem(item: Body, path: string, target: Target): { texts: string[]; proof?: Proof } {
  const content = textsOf(item.content);
  const texts = content.length > 0 ? content : textsOf(item.summary);
  const encrypted = textOf(item.encrypted_content);
  if (!encrypted) return { texts };
  const sealed = unsealContent(encrypted);
  if (sealed) {
    target.notes.add(`${path}.encrypted_content: dropped, it belongs to ${sealed.provider}`);
    return { texts };
  }
  const proof = proofOf(encrypted, textOf(item.id));
  if (proof.origin === target.family) return { texts, proof };
  target.notes.add(`${path}.encrypted_content: dropped, it belongs to ${proof.origin}`);
  return { texts };
}

/** Some clients put an empty text in the place of none. */
function textsOf(parts: unknown): string[] {
  return recordsOf(parts).flatMap((part) => textOf(part.text) || []);
}
