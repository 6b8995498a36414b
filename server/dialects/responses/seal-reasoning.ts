import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { sealContent } from "./encode/encrypted-content.ts";

/** Marks the encrypted reasoning of a response, or of one event, with the id of its provider, in place. */
export function sealReasoning(body: Body, provider: string): boolean {
  if (isRecord(body.item)) return sealItem(body.item, provider);
  const { output } = isRecord(body.response) ? body.response : body;
  return recordsOf(output).filter((item) => sealItem(item, provider)).length > 0;
}

function sealItem(item: Body, provider: string): boolean {
  const encrypted = item.type === "reasoning" ? textOf(item.encrypted_content) : undefined;
  if (!encrypted) return false;
  item.encrypted_content = sealContent(encrypted, provider);
  return true;
}
