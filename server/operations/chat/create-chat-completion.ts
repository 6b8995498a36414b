import { createChatCompletion as endpoint } from "#lib/contract/chat.ts";
import { chatChunkStyle } from "#server/caller/clients.ts";
import { chatFor } from "#server/dialects/chat/chat-for.ts";
import { offersFunctions } from "#server/dialects/chat/from-other-apis/legacy-functions.ts";
import { readChatBody } from "#server/dialects/chat/from-other-apis/read-chat-body.ts";
import { operation } from "#server/http/operation.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { completeCall } from "../complete-call.ts";
import { toolServices } from "../tool-services.ts";

export const createChatCompletion = operation(endpoint)(async (gateway, given) => {
  const style = offersFunctions(given.raw) ? "function-calls" : chatChunkStyle(given.headers);
  const raw = readChatBody(given.raw);
  const completed = completeCall(gateway, "chat", raw === given.raw ? given : { ...given, raw });
  const call = completed instanceof Promise ? await completed : completed;
  return await runText(gateway, chatFor(style), endpoint.id, call, toolServices(gateway));
});
