import { HttpError, UpstreamError } from "#server/errors.ts";
import type { Finding } from "#server/guardrails/findings.ts";
import type { Guard } from "#server/guardrails/guard.ts";

/** Returns the 403 for a request that a guardrail blocks. It names the rule, never the text that was found. */
export function requestRefusal(guard: Guard): HttpError {
  return refusal(blocking(guard, "input"), "request");
}

/** The same for a response, which is charged, because the upstream has generated it. */
export function responseRefusal(guard: Guard): UpstreamError {
  const cause = refusal(blocking(guard, "output"), "answer");
  return new UpstreamError(cause.status, cause.message, { retryable: false, fault: "guardrail", cause });
}

function blocking({ findings }: Guard, direction: Finding["direction"]): Finding {
  const isBlocking = (one: Finding) => one.direction === direction && one.action === "block" && !one.shadow;
  return findings.list().find(isBlocking) as Finding;
}

function refusal(finding: Finding, what: "request" | "answer"): HttpError {
  const { guardrailId, guardrailName, scope, rule, ruleName, action, direction, count } = finding;
  return new HttpError(403, `Guardrail "${guardrailName}" blocked the ${what}: ${ruleName}.`, {
    metadata: {
      guardrail_id: guardrailId,
      guardrail_name: guardrailName,
      guardrail_scope: scope,
      rule,
      rule_name: ruleName,
      action,
      direction,
      count,
    },
  });
}
