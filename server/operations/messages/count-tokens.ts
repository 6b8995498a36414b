import { countTokens as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { operation } from "#server/http/operation.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { estimateInput } from "#server/pipeline/budget/estimate.ts";
import { countAtProvider } from "#server/pipeline/counting/count-tokens.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { withDefaultModel } from "#server/pipeline/planning/workspace-defaults.ts";
import { completeCall } from "../complete-call.ts";

export const countTokens = operation(endpoint)(async (gateway, call) => {
  const { raw: completed, principal } = await completeCall(gateway, "messages", call);
  const raw = withDefaultModel(gateway, principal, completed, "textModel");
  // Counts the request as it would be sent.
  const { body, refusal } = await guardRequest(messages, raw, gateway.guardrails.effective(principal));
  if (refusal) throw refusal;
  const counted = await countAtProvider(gateway, call, body);
  if (counted !== undefined) return { input_tokens: counted };
  return jsonResponse({ input_tokens: estimateInput(messages, body) }, 200, { "x-token-count": "estimated" });
});
