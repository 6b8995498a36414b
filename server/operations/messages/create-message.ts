import { createMessage as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { operation } from "#server/http/operation.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { completeCall } from "../complete-call.ts";

export const createMessage = operation(endpoint)(async (call) =>
  runText(messages, endpoint.id, await completeCall("messages", call)),
);
