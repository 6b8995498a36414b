import { countContentTokens as endpoint } from "#lib/contract/gemini.ts";
import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import { chatBodyOf } from "#server/dialects/gemini/request/chat-body.ts";
import { operation } from "#server/http/operation.ts";
import { countInput } from "../count-input.ts";

export const countContentTokens = operation(endpoint)((gateway, call) => {
  const { generateContentRequest: whole, ...contents } = call.raw;
  const raw = chatBodyOf(isRecord(whole) ? whole : contents, call.params.model, false);
  return countInput(gateway, chat, { ...call, raw }, (totalTokens) => ({ totalTokens }));
});
