import { countContentTokens as endpoint } from "#lib/contract/gemini.ts";
import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import { chatBodyOf } from "#server/dialects/gemini/request/chat-body.ts";
import { operation } from "#server/http/operation.ts";
import { countInput } from "../count-input.ts";
import { withCachedContent } from "./caches/with-cached-content.ts";

export const countContentTokens = operation(endpoint)(async (gateway, call) => {
  const { generateContentRequest: whole, ...contents } = call.raw;
  const { model } = call.params;
  const sent = isRecord(whole) ? whole : contents;
  const { body, cachedTurns } = await withCachedContent(gateway, call, sent, model);
  const raw = chatBodyOf(body, model, false, cachedTurns);
  return countInput(gateway, chat, { ...call, raw }, (totalTokens) => ({ totalTokens }));
});
