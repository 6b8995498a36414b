import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body, ConversationDialect } from "#server/dialects/dialect.ts";
import type { Gateway } from "#server/gateway.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { estimateInput } from "#server/pipeline/budget/estimate.ts";
import { countAtProvider } from "#server/pipeline/counting/count-tokens.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { withDefaultModel } from "#server/pipeline/planning/workspace-defaults.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { completeCall } from "./complete-call.ts";

type CountCall = { principal: Principal; headers: CallerHeaders; raw: Body; departure: StopSignal };

/**
 * Counts the input tokens of a text request as it would be sent. `show` returns the response body for a count; the
 * response says whether it is an estimate.
 */
export async function countInput<Shown>(
  gateway: Gateway,
  dialect: ConversationDialect,
  call: CountCall,
  show: (tokens: number) => Shown,
) {
  const { tokens, isEstimate } = await measureInput(gateway, dialect, call);
  return isEstimate ? jsonResponse(show(tokens), 200, { "x-token-count": "estimated" }) : show(tokens);
}

/** Returns the input tokens of a text request as it would be sent. Throws 403 if a guardrail blocks it. */
export async function measureInput(
  gateway: Gateway,
  dialect: ConversationDialect,
  call: CountCall,
): Promise<{ tokens: number; isEstimate: boolean }> {
  const { raw: completed, principal } = await completeCall(gateway, dialect.id, call);
  const raw = withDefaultModel(gateway, principal, completed, "textModel");
  const { body, refusal } = await guardRequest(dialect, raw, gateway.guardrails.effective(principal));
  if (refusal) throw refusal;
  const counted = await countAtProvider(gateway, call, dialect, body);
  if (counted !== undefined) return { tokens: counted, isEstimate: false };
  return { tokens: estimateInput(dialect, body), isEstimate: true };
}
