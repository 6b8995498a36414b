import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, list } from "../exchange/json.ts";
import { registeredType } from "../requests/media-type.ts";

/**
 * Returns a Messages body in which images have registered types. Anthropic rejects `image/jpg`, which browsers and
 * tools say (https://github.com/NousResearch/hermes-agent/issues/55432). The same body if all have; otherwise a note.
 */
export function withImageTypes(body: Block, notes: string[]): Block {
  if (!list(body.messages).some(hasOddType)) return body;
  notes.push("messages: image/jpg sent as image/jpeg");
  return { ...body, messages: list(body.messages).map(typed) };
}

/** `value`: a message, a block, or the source of a document, any of which may have blocks as its content. */
function hasOddType(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { media_type: type, source, content } = value;
  const isOdd = typeof type === "string" && registeredType(type) !== type;
  return isOdd || (source !== undefined && hasOddType(source)) || (Array.isArray(content) && content.some(hasOddType));
}

function typed(value: unknown): unknown {
  if (!hasOddType(value)) return value;
  const { media_type: type, source, content } = value as Block;
  return withNumbersOf(value as Block, {
    ...(value as Block),
    ...(typeof type === "string" && { media_type: registeredType(type) }),
    ...(source !== undefined && { source: typed(source) }),
    ...(Array.isArray(content) && { content: content.map(typed) }),
  });
}
