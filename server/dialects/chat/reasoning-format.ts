import type { Body } from "../dialect.ts";
import { omitUndefined, textOf } from "../read-field.ts";
import type { Proof } from "../reasoning-proof.ts";

/** The `format` of `reasoning_details` entries by the provider of their proof. */
const formats: Record<Proof["origin"], string> = {
  anthropic: "anthropic-claude-v1",
  google: "google-gemini-v1",
  openai: "openai-responses-v1",
};

/** Returns a proof as an entry of `reasoning_details`; `callId` ties a signature to a tool call. */
export function proofDetail(proof: Proof, index: number, callId?: string): Body {
  const format = formats[proof.origin];
  if (proof.kind === "signature" && callId === undefined) {
    return { type: "reasoning.text", text: "", signature: proof.value, format, index };
  }
  return omitUndefined({ type: "reasoning.encrypted", data: proof.value, id: callId ?? proof.itemId, format, index });
}

/** Reads an entry's proof. Without a format, assumes that it is the target's own. */
export function proofOfDetail(detail: Body, target: Proof["origin"]): Proof | undefined {
  const knownOrigin = (Object.keys(formats) as Proof["origin"][]).find((origin) => formats[origin] === detail.format);
  const origin = knownOrigin ?? target;
  const signature = textOf(detail.signature);
  if (signature) return { origin, kind: "signature", value: signature };
  const data = textOf(detail.data);
  if (!data || detail.type !== "reasoning.encrypted") return undefined;
  if (origin === "openai")
    return omitUndefined<Proof>({ origin, kind: "encrypted", value: data, itemId: textOf(detail.id) });
  return { origin, kind: origin === "google" ? "signature" : "redacted", value: data };
}
