import { omitUndefined } from "#server/dialects/read-field.ts";
import type { Proof } from "#server/dialects/reasoning-proof.ts";

const tags = ["anthropic:signature:", "anthropic:redacted:", "google:signature:", "google:text:"] as const;

/**
 * Returns a provider's proof of reasoning as `encrypted_content` of a reasoning item, which every client sends back.
 * OpenAI's own is unchanged; others get a prefix with their origin, which cannot occur in base64.
 */
export function encryptedContent(proof: Proof): string {
  return proof.origin === "openai" ? proof.value : `${proof.origin}:${proof.kind}:${proof.value}`;
}

const SEALED = /^sealed:([^:]+):/;

/** Returns the content of a provider that speaks this dialect itself, marked with the provider's id. */
export function sealContent(encrypted: string, provider: string): string {
  return `sealed:${provider}:${encrypted}`;
}

/** Reads the result of `sealContent`; undefined for any other content. */
export function unsealContent(encrypted: string): { provider: string; value: string } | undefined {
  const [seal, provider] = SEALED.exec(encrypted) ?? [];
  return provider === undefined || seal === undefined ? undefined : { provider, value: encrypted.slice(seal.length) };
}

/** Reads the result of `encryptedContent`, or OpenAI's own content. */
export function proofOf(encrypted: string, itemId: string | undefined): Proof {
  const tag = tags.find((candidate) => encrypted.startsWith(candidate));
  if (!tag) return omitUndefined<Proof>({ origin: "openai", kind: "encrypted", value: encrypted, itemId });
  const [origin, kind] = tag.split(":") as [Proof["origin"], Proof["kind"]];
  return { origin, kind, value: encrypted.slice(tag.length) };
}
