import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { defined, textOf } from "./read-field.ts";
import type { Family } from "./target.ts";

/**
 * What a vendor hands out with its reasoning and wants back word for word.
 * It is worth something to that vendor alone, so it always travels with its origin.
 */
export type Proof = {
  origin: Exclude<Family, "compatible">;
  /** `text`: Google's signature of a text of the answer itself. */
  kind: "signature" | "redacted" | "encrypted" | "text";
  value: string;
  /** OpenAI's id of the reasoning item. */
  itemId?: string;
};

/** Finds the proof in the metadata of a neutral part. */
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
  return defined<Proof>({ origin: "openai", kind: "encrypted", value: encrypted, itemId: textOf(openai?.itemId) });
}

/** The provider options under which the vendor's neutral model takes its proof back. */
export function proofOptions(proof: Proof): SharedV4ProviderOptions {
  if (proof.origin === "google") return { google: { thoughtSignature: proof.value } };
  if (proof.origin === "anthropic") {
    return { anthropic: proof.kind === "redacted" ? { redactedData: proof.value } : { signature: proof.value } };
  }
  return { openai: defined({ itemId: proof.itemId, reasoningEncryptedContent: proof.value }) };
}
