import type { LanguageModelV4StreamPart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { type Proof, proofIn, proofOptions } from "./reasoning-proof.ts";

type TextDelta = Extract<LanguageModelV4StreamPart, { type: "text-delta" }>;

/** What of an answer is lost where its dialect has no place for the signature of a text. */
export const LOST_SIGNATURE = "thought signature of a text";

/** Gemini's signature of a text, as its last piece carries it; undefined for a piece without one. */
export function textSignature({ providerMetadata }: TextDelta): Proof | undefined {
  const proof = proofIn(providerMetadata);
  return proof?.origin === "google" ? { ...proof, kind: "text" } : undefined;
}

/** Puts a signature back on the last text among these parts. Returns false where there is none. */
export function signLastText(parts: readonly { type: string }[], signature: string): boolean {
  const last = parts.findLast((part): part is LanguageModelV4TextPart => part.type === "text");
  if (!last) return false;
  last.providerOptions = {
    ...last.providerOptions,
    ...proofOptions({ origin: "google", kind: "text", value: signature }),
  };
  return true;
}
