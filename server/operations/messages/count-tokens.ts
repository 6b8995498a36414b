import { countTokens as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { estimateInput } from "#server/pipeline/estimate.ts";
import { guardRequest } from "#server/pipeline/guard-request.ts";
import { completeCall } from "../complete-call.ts";

export const countTokens = operation(endpoint)(async (call) => {
  const { raw, principal } = await completeCall("messages", call);
  // Counted as it would be sent.
  const { body, refusal } = await guardRequest(messages, raw, gateway().guardrails.effective(principal));
  if (refusal) throw refusal;
  return { input_tokens: estimateInput(messages, body) };
});
