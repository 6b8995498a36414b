import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { omitUndefined, textOf } from "./read-field.ts";
import type { Family } from "./target.ts";

/**
 * A provider's proof of its reasoning, which it requires back unchanged. It is valid only for that provider, so it
 * always carries its origin.
 */
export type Proof = {
  origin: Exclude<Family, "compatible">;
  /** `text`: Google's signature of the response's text. */
  kind: "signature" | "redacted" | "encrypted" | "text";
  value: string;
  /** OpenAI's id of the reasoning item. */
  itemId?: string;
};

/** Returns the proof in the metadata of a neutral part. */
export function proofIn(metadata: SharedV4ProviderMetadata | undefined): Proof | undefined {
  const { anthropic, google, openai } = metadata ?? {};
  const signature = textOf(anthropic?.signature);
  if (signature) return { origin: "anthropic", kind: "signature", value: signature };
  const redacted = textOf(anthropic?.redactedData);
  if (redacted) return { origin: "anthropic", kind: "redacted", value: redacted };
  const thought = textOf(google?.thoughtSignature);
  if (thought) return { origin: "google", kind: "signature", value: thought };
  const encrypted = textOf(openai?.reasoningEncryptedContent);
  if (!encrypted) return undefined;
  return omitUndefined<Proof>({
    origin: "openai",
    kind: "encrypted",
    value: encrypted,
    itemId: textOf(openai?.itemId),
  });
}

/** Returns the options that pass a proof back to the neutral model it came from. */
export function proofOptions(proof: Proof): SharedV4ProviderOptions {
  if (proof.origin === "google") return { google: { thoughtSignature: proof.value } };
  if (proof.origin === "anthropic") {
    return { anthropic: proof.kind === "redacted" ? { redactedData: proof.value } : { signature: proof.value } };
  }
  return { openai: omitUndefined({ itemId: proof.itemId, reasoningEncryptedContent: proof.value }) };
}
