import { defined } from "#server/dialects/read-field.ts";
import type { Proof } from "#server/dialects/reasoning-proof.ts";

const tags = ["anthropic:signature:", "anthropic:redacted:", "google:signature:", "google:text:"] as const;

/**
 * A vendor's proof of reasoning as the `encrypted_content` of a reasoning item, which every client hands back.
 * OpenAI's own stays as it is; the others carry their origin in front, which no base64 text can contain.
 */
export function encryptedContent(proof: Proof): string {
  return proof.origin === "openai" ? proof.value : `${proof.origin}:${proof.kind}:${proof.value}`;
}

/** Reads what `encryptedContent` wrote, or OpenAI's own. */
export function proofOf(encrypted: string, itemId: string | undefined): Proof {
  const tag = tags.find((candidate) => encrypted.startsWith(candidate));
  if (!tag) return defined<Proof>({ origin: "openai", kind: "encrypted", value: encrypted, itemId });
  const [origin, kind] = tag.split(":") as [Proof["origin"], Proof["kind"]];
  return { origin, kind, value: encrypted.slice(tag.length) };
}
