import { createHash } from "node:crypto";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { responseFormOf } from "#server/caller/clients.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { EffectiveGuardrail, EffectiveRule } from "#server/guardrails/effective.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";
import { healsResponse } from "../plugins/heal-response.ts";

/** Fields that do not change the response: how it is sent, and what the request is counted under. */
const UNRELATED = new Set(["stream", "stream_options", "cache", "session_id", "trace", "user", "tags"]);

/** A request whose response may be kept. `kind`: its dialect, or its operation if that has no dialect. */
export type CacheableCall = {
  gateway: Pick<PipelineGateway, "guardrails">;
  principal: Principal;
  headers: CallerHeaders;
  kind: string;
};

/**
 * Returns the key of a response: the same for requests that would get the same one. `body`: before guardrails,
 * since two requests may be equal after a redaction. Requests of other workspaces, with other provider keys or under
 * other guardrails have other keys.
 */
export function cacheKey(call: CacheableCall, body: Body, candidates: readonly Candidate[]): string {
  const { kind, headers, principal, gateway } = call;
  const parts = [
    principal.workspaceId,
    [...new Set(candidates.map(({ own }) => own?.id ?? ""))].sort(),
    ofGuardrail(gateway.guardrails.effective(principal)),
    kind,
    responseFormOf(headers),
    headers.get("anthropic-beta"),
    // Only whole responses are repaired.
    healsResponse(body) && body.stream !== true,
    // Numbers that JavaScript cannot represent count with all of their digits.
    withNumbersOf(body, Object.fromEntries(Object.entries(body).filter(([name]) => !UNRELATED.has(name)))),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function ofGuardrail({ input, output, restorePlaceholders, sources }: EffectiveGuardrail) {
  return [sources.map(({ id }) => id), input.map(ofRule), output.map(ofRule), restorePlaceholders];
}

function ofRule({ id, label, action, shadow, scanScope, filter }: EffectiveRule) {
  return [id, label, action, shadow, scanScope, filter.pattern?.source];
}
