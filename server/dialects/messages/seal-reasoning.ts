import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { sealNative } from "./signature.ts";

/** Marks the signatures of a message, or of one event, with the id of the provider that made them, in place. */
export function sealReasoning(body: Body, provider: string): boolean {
  const { type, delta } = body;
  if (type === "content_block_delta")
    return isRecord(delta) && delta.type === "signature_delta" && sealField(delta, "signature", provider);
  if (type === "content_block_start") return isRecord(body.content_block) && sealBlock(body.content_block, provider);
  const message = type === "message_start" ? body.message : body;
  if (!isRecord(message)) return false;
  return recordsOf(message.content).filter((block) => sealBlock(block, provider)).length > 0;
}

function sealBlock(block: Body, provider: string): boolean {
  if (block.type === "thinking") return sealField(block, "signature", provider);
  return block.type === "redacted_thinking" && sealField(block, "data", provider);
}

function sealField(holder: Body, field: string, provider: string): boolean {
  const value = textOf(holder[field]);
  if (!value) return false;
  holder[field] = sealNative(value, provider);
  return true;
}
