import { chat } from "#server/dialects/chat/chat.ts";
import type { ConversationDialect } from "#server/dialects/dialect.ts";
import { collect } from "./collect.ts";
import { decode } from "./decode.ts";
import { encoder } from "./encode.ts";
import { outputTexts } from "./output-texts.ts";
import { responseText } from "./response-text.ts";

/**
 * Chat for callers in Google's form. Messages of Google's models also have `google`, what Google said alongside the
 * content, and `google_parts`, parts that chat has no field for.
 */
export const geminiChat: ConversationDialect = { ...chat, decode, encoder, collect, outputTexts, responseText };
