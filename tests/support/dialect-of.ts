import { chat } from "#server/dialects/chat/chat.ts";
import { completions } from "#server/dialects/completions/completions.ts";
import type { Dialect } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";

const DIALECTS = { chat, completions, messages, responses };

export function dialectOf(id: Dialect["id"]): Dialect {
  return DIALECTS[id];
}
