import type { LanguageModelV4StreamPart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { type Proof, proofIn, proofOptions } from "./reasoning-proof.ts";

type TextDelta = Extract<LanguageModelV4StreamPart, { type: "text-delta" }>;

/** The kind of content that is reported as dropped if a dialect has no field for the signature of a text. */
export const DROPPED_SIGNATURE = "thought signature of a text";

/** Returns Gemini's signature of a text, which is on its last piece; undefined for a piece without one. */
export function textSignature({ providerMetadata }: TextDelta): Proof | undefined {
  const proof = proofIn(providerMetadata);
  return proof?.origin === "google" ? { ...proof, kind: "text" } : undefined;
}

/** Restores a signature on the last text among these parts. Returns false if there is no text. */
export function signLastText(parts: readonly { type: string }[], signature: string): boolean {
  const last = parts.findLast((part): part is LanguageModelV4TextPart => part.type === "text");
  if (!last) return false;
  last.providerOptions = {
    ...last.providerOptions,
    ...proofOptions({ origin: "google", kind: "text", value: signature }),
  };
  return true;
}
