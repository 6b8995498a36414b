import { createChatCompletion as endpoint } from "#lib/contract/chat.ts";
import { chatChunkStyle } from "#server/caller/clients.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import { type ChunkState, withChunkStyle } from "#server/dialects/chat/chunk-style.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { completeCall } from "../complete-call.ts";

export const createChatCompletion = operation(endpoint)(async (given) => {
  const completed = completeCall("chat", given);
  const call = completed instanceof Promise ? await completed : completed;
  const style = chatChunkStyle(call.headers);
  if (!style) return await runText(gateway(), chat, endpoint.id, call);
  return await runText(gateway(), chat, endpoint.id, call, () => {
    const state: ChunkState = {};
    return (event) => [withChunkStyle(event, style, state)];
  });
});
