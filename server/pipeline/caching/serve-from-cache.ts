import { isRecord } from "#lib/is-record.ts";
import type { ApiResponse } from "#server/api-response.ts";
import { metadataKey } from "#server/caller/clients.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { SSE_HEADERS, toFrames } from "#server/dialects/frames.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { NOTHING_SPENT } from "#server/ledger/limits/limits.ts";
import { uncappedUses } from "../budget/limits-of.ts";
import { noticeHeader } from "../budget/notice-header.ts";
import { callColumns } from "../call-columns.ts";
import type { Entered } from "../enter-call.ts";
import { storeContent } from "../guard/stored-content.ts";
import { REJECTION_COLUMNS } from "../rejection-columns.ts";
import { retirementHeaders } from "../retirement-headers.ts";
import { noteResponse, type Transcript } from "../streaming/transcript.ts";
import type { TextCall } from "../text-call.ts";
import type { CacheHit } from "./caching.ts";
import type { CachedResponse } from "./response-cache.ts";

/** Responds to a text request with a cached response, whole or as a stream, and settles the request at no cost. */
export async function serveFromCache(entered: Entered & { call: TextCall }, hit: CacheHit): Promise<ApiResponse> {
  const { call } = entered;
  const { kept } = hit;
  const response = ofThisCall(entered, kept);
  const row = settle(entered, kept);
  const state: { text: string; transcript?: Transcript } = { text: "" };
  noteResponse(call, state, response);
  storeContent(call, row, state);
  const sent = await complete(entered, hit, response);
  if (!call.streamed) return inJson(response, sent);
  const events = call.dialect.replay(response);
  const rewrite = call.dialect.rewriter?.();
  return {
    status: 200,
    headers: { ...SSE_HEADERS, ...sent },
    body: toFrames(rewrite ? events.flatMap(rewrite) : events),
  };
}

/** Responds to a request with a single wire format with a cached response, and settles the request at no cost. */
export async function serveMediaFromCache(entered: Entered, hit: CacheHit): Promise<ApiResponse> {
  const response = ofThisCall(entered, hit.kept);
  settle(entered, hit.kept);
  return inJson(response, await complete(entered, hit, response));
}

/** Returns the response with no cost, and with this request's id if it had the first one's: ids lead to ledger rows. */
function ofThisCall({ call }: Entered, { json, generationId }: CachedResponse): Body {
  const response = parseJsonText(json) as Body;
  if (response.id === generationId) response.id = call.id;
  if (isRecord(response.usage) && "cost" in response.usage) response.usage.cost = 0;
  return response;
}

/** Adds the metadata that the caller asked for, once the request is recorded. Returns the response headers. */
async function complete(
  { call, requestedModel, reservation, arms }: Entered,
  { kept, candidate }: CacheHit,
  response: Body,
): Promise<Record<string, string>> {
  const { gateway, headers, id } = call;
  await gateway.ledger.waitForJournal();
  const key = metadataKey(headers);
  if (key) response[key] = metadataOf(requestedModel, kept, arms);
  return {
    "x-generation-id": id,
    "x-cache": "hit",
    age: String(ageSeconds(kept, gateway.now())),
    ...(kept.dropped && { "x-dropped": kept.dropped }),
    ...retirementHeaders(gateway.catalogue, candidate.endpoint),
    ...noticeHeader(reservation),
  };
}

function inJson(response: Body, headers: Record<string, string>): ApiResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(response),
  };
}

function settle(entered: Entered, kept: CachedResponse): GenerationRow {
  const { call, reservation, routing, principal } = entered;
  const { gateway } = call;
  routing.kept = { generation: kept.generationId, savedNanoUsd: kept.costNanoUsd };
  const columns = callColumns(entered, call);
  const row = {
    ...columns,
    ...REJECTION_COLUMNS,
    model: kept.model,
    status: 200,
    error: null,
    finish: kept.finish,
    queueMs: columns.totalMs,
    firstTokenMs: columns.totalMs,
  };
  gateway.ledger.record(row, [...reservation.settle(NOTHING_SPENT), ...uncappedUses(principal)]);
  call.trace?.end(row);
  return row;
}

function metadataOf(
  requested: string,
  { generationId, model, costNanoUsd }: CachedResponse,
  arms: Entered["arms"],
): Body {
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
    ...(arms?.[0] && { canary: { alias: arms[0].alias, target: arms[0].target } }),
  };
}

function ageSeconds({ keptAtMs }: CachedResponse, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - keptAtMs) / 1000));
}
