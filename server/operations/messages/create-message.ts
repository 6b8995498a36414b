import { createMessage as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { completeCall } from "../complete-call.ts";

export const createMessage = operation(endpoint)(async (given) => {
  const completed = completeCall("messages", given);
  const call = completed instanceof Promise ? await completed : completed;
  return await runText(gateway(), messages, endpoint.id, call);
});
