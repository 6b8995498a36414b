import { isRecord } from "#lib/is-record.ts";
import type { ApiResponse } from "#server/api-response.ts";
import { metadataKey } from "#server/caller/clients.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { SSE_HEADERS, toFrames } from "#server/dialects/frames.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { NOTHING_SPENT } from "#server/ledger/limits/limits.ts";
import { uncappedUses } from "../budget/limits-of.ts";
import { callColumns } from "../call-columns.ts";
import type { Entered } from "../enter-call.ts";
import { storeContent } from "../guard/stored-content.ts";
import { noteResponse, type Transcript } from "../streaming/transcript.ts";
import type { TextCall } from "../text-call.ts";
import { UNTRIED } from "../untried-columns.ts";
import type { KeptResponse } from "./response-cache.ts";

/** Responds with a kept response, whole or as a stream, and settles the call at no cost. */
export async function serveKept(entered: Entered & { call: TextCall }, kept: KeptResponse): Promise<ApiResponse> {
  const { call, requestedModel } = entered;
  const { gateway, headers, dialect } = call;
  const response = parseJsonText(kept.json) as Body;
  if (isRecord(response.usage) && "cost" in response.usage) response.usage.cost = 0;
  settle(entered, kept, response);
  await gateway.ledger.waitForJournal();
  const key = metadataKey(headers);
  if (key) response[key] = metadataOf(requestedModel, kept);
  const sent = {
    "x-generation-id": call.id,
    "x-cache": "hit",
    age: String(ageSeconds(kept, gateway.now())),
  };
  if (!call.streamed)
    return { status: 200, headers: { "content-type": "application/json", ...sent }, body: JSON.stringify(response) };
  const events = dialect.replay(response);
  const rewrite = dialect.rewriter?.();
  return {
    status: 200,
    headers: { ...SSE_HEADERS, ...sent },
    body: toFrames(rewrite ? events.flatMap(rewrite) : events),
  };
}

function settle(entered: Entered & { call: TextCall }, kept: KeptResponse, response: Body): void {
  const { call, reservation, routing, principal } = entered;
  const { gateway } = call;
  routing.kept = { generation: kept.generationId, savedNanoUsd: kept.costNanoUsd };
  const columns = callColumns(entered, call);
  const row = {
    ...columns,
    ...UNTRIED,
    model: kept.model,
    status: 200,
    error: null,
    finish: kept.finish,
    queueMs: columns.totalMs,
    firstTokenMs: columns.totalMs,
  };
  gateway.ledger.record(row, [...reservation.settle(NOTHING_SPENT), ...uncappedUses(principal)]);
  call.trace?.end(row);
  const state: { text: string; transcript?: Transcript } = { text: "" };
  noteResponse(call, state, response);
  storeContent(call, row, state);
}

function metadataOf(requested: string, { generationId, model, costNanoUsd }: KeptResponse): Body {
  return {
    attempt: 0,
    requested,
    strategy: "cache",
    summary: `${model} from the response cache`,
    region: null,
    is_byok: false,
    endpoints: { total: 0, available: [] },
    attempts: [],
    cache: { generation_id: generationId, saved_usd: costNanoUsd / 1e9 },
  };
}

function ageSeconds({ keptAtMs }: KeptResponse, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - keptAtMs) / 1000));
}
