import { randomUUID } from "node:crypto";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { metadataKey } from "#server/caller/clients.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { AttemptLine } from "./attempts/attempt-line.ts";
import { contentToStore } from "./guard/stored-content.ts";
import { routingMetadata } from "./metadata.ts";
import type { ModelCall } from "./model-call.ts";
import type { PipelineGateway } from "./pipeline-gateway.ts";
import type { Candidate } from "./planning/candidate.ts";
import type { RoutingRecord } from "./planning/record/routing-record.ts";

/** How a request is routed, for its metadata. `requested`: the model name in the request. */
type Routed = {
  requested: string;
  candidates: readonly Candidate[];
  lines: readonly AttemptLine[];
  routing: Pick<RoutingRecord, "arms" | "hedge" | "passed">;
};

/** Creates a request with a new generation id, or that of an earlier request which it ends. */
export function newCall(
  gateway: PipelineGateway,
  principal: Principal,
  headers: CallerHeaders,
  input: Pick<ModelCall, "dialect" | "body" | "guard" | "streamed" | "pluginNotes" | "trace" | "batched">,
  { requested, candidates, lines, routing }: Routed,
  earlierId?: string,
): ModelCall {
  const key = metadataKey(headers);
  const nowMs = gateway.now();
  const createdAt = Math.floor(nowMs / 1000);
  const id = earlierId ?? newGenerationId(nowMs);
  const stored = input.dialect === null ? "none" : contentToStore(gateway, principal, input.body, id);
  return {
    gateway,
    ...input,
    storesContent: stored !== "none",
    storesOnlyFailures: stored === "failures",
    id,
    createdAt,
    headers,
    trailer(attempt) {
      if (!key) return undefined;
      const earlier = lines.filter(({ status }) => status !== 200);
      return { [key]: routingMetadata(requested, candidates, earlier, attempt, { gateway, ...input, routing }) };
    },
  };
}

/** Returns a new generation id. */
export function newGenerationId(nowMs: number): string {
  return `gen-${Math.floor(nowMs / 1000)}-${randomHex()}`;
}

/** Returns 20 hex digits of a random UUID. Node generates UUIDs from a pool, which is cheaper than random bytes. */
function randomHex(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24);
}
