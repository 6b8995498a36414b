import { countTokens as endpoint } from "#lib/contract/messages.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { operation } from "#server/http/operation.ts";
import { jsonReply } from "#server/http/reply.ts";
import { gateway } from "#server/opened-gateway.ts";
import { estimateInput } from "#server/pipeline/budget/estimate.ts";
import { countAtProvider } from "#server/pipeline/counting/count-tokens.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { withDefaultModel } from "#server/pipeline/planning/workspace-defaults.ts";
import { completeCall } from "../complete-call.ts";

export const countTokens = operation(endpoint)(async (call) => {
  const open = gateway();
  const { raw: completed, principal } = await completeCall("messages", call);
  const raw = withDefaultModel(open, principal, completed, "textModel");
  // Counted as it would be sent.
  const { body, refusal } = await guardRequest(messages, raw, open.guardrails.effective(principal));
  if (refusal) throw refusal;
  const counted = await countAtProvider(open, call, body);
  if (counted !== undefined) return { input_tokens: counted };
  return jsonReply({ input_tokens: estimateInput(messages, body) }, 200, { "x-token-count": "estimated" });
});
