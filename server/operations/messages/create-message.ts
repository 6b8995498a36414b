import { createMessage as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { operation } from "#server/http/operation.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { completeCall } from "../complete-call.ts";
import { toolServices } from "../tool-services.ts";
import { rejectThread } from "./reject-thread.ts";

export const createMessage = operation(endpoint)(async (gateway, given) => {
  rejectThread(given.raw);
  const completed = completeCall(gateway, "messages", given);
  const call = completed instanceof Promise ? await completed : completed;
  return await runText(gateway, messages, endpoint.id, call, toolServices(gateway));
});
