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
  const raw = chatBodyOf(
    await withCachedContent(gateway, call, isRecord(whole) ? whole : contents, model),
    model,
    false,
  );
  return countInput(gateway, chat, { ...call, raw }, (totalTokens) => ({ totalTokens }));
});
