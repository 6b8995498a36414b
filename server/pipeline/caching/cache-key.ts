import { createHash } from "node:crypto";
import { responseFormOf } from "#server/caller/clients.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { EffectiveGuardrail, EffectiveRule } from "#server/guardrails/effective.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { TextCall } from "../text-call.ts";

/** Fields that do not change the response: how it is sent, and what the request is counted under. */
const UNRELATED = new Set(["stream", "stream_options", "cache", "session_id", "trace", "user"]);

/**
 * Returns the key of a call's response: the same for requests that would get the same one. `body`: before guardrails,
 * since two requests may be equal after a redaction. Requests of other workspaces, with other provider keys or under
 * other guardrails have other keys.
 */
export function cacheKey(call: TextCall, body: Body, candidates: readonly Candidate[]): string {
  const { dialect, headers, principal, gateway } = call;
  const parts = [
    principal.workspaceId,
    [...new Set(candidates.map(({ own }) => own?.id ?? ""))].sort(),
    ofGuardrail(gateway.guardrails.effective(principal)),
    dialect.id,
    responseFormOf(headers),
    headers.get("anthropic-beta"),
    Object.entries(body).filter(([name]) => !UNRELATED.has(name)),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function ofGuardrail({ input, output, restorePlaceholders, sources }: EffectiveGuardrail) {
  return [sources.map(({ id }) => id), input.map(ofRule), output.map(ofRule), restorePlaceholders];
}

function ofRule({ id, label, action, shadow, scanScope, filter }: EffectiveRule) {
  return [id, label, action, shadow, scanScope, filter.pattern?.source];
}
