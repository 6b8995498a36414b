import type { z } from "zod";
import type { GenerationContent } from "#lib/contract/generation-content.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import type { ContentRow } from "#server/data/generation-contents.ts";
import { byokOf, type GenerationRow } from "#server/data/generations.ts";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import { contentRecord } from "#server/pipeline/guard/content-record.ts";
import type { Usage } from "#server/providers/usage/usage.ts";

export type TraceContent = Pick<z.output<typeof GenerationContent>, "input" | "output" | "input_cut" | "output_cut">;

/** One request as a destination receives it. Times are in milliseconds, costs in USD and nano-USD. */
export type TraceEvent = ReturnType<typeof metadataOf> & {
  cost?: ReturnType<typeof costOf>;
  identity?: ReturnType<typeof identityOf>;
  request_context?: ReturnType<typeof contextOf>;
  content?: TraceContent;
};

/** The parts of a request that a destination may receive besides its metadata. */
export type Included = Pick<
  DestinationRow,
  "broadcastCost" | "broadcastIdentity" | "broadcastRequestContext" | "privacyMode"
>;

/** A ledger row with its key's name and its content, which are stored elsewhere. */
export type TraceSource = { row: GenerationRow; keyName: string | null; content: ContentRow | undefined };

/** Converts a ledger row to the event that a destination receives. */
export function traceEvent(source: TraceSource, included: Included): TraceEvent {
  const { row, content } = source;
  return {
    ...metadataOf(row),
    ...(included.broadcastCost && { cost: costOf(row) }),
    ...(included.broadcastIdentity && { identity: identityOf(source) }),
    ...(included.broadcastRequestContext && { request_context: contextOf(row) }),
    ...(!included.privacyMode && content && { content: contentOf(content) }),
  };
}

/** Returns a stored prompt and response in the API's format. */
export function contentOf(row: ContentRow): TraceContent {
  const { input, output, input_cut, output_cut } = contentRecord(row);
  return { input, output, input_cut, output_cut };
}

/** Returns the input and output tokens of a request. */
export function tokensOf(row: GenerationRow): { prompt: number; completion: number } {
  const usage = row.usage as Usage;
  return {
    prompt: promptTokensOf(usage),
    completion: (usage.output_tokens ?? 0) + (usage.output_audio_tokens ?? 0) + (usage.output_image_tokens ?? 0),
  };
}

function metadataOf(row: GenerationRow) {
  const usage = row.usage as Usage;
  const { prompt, completion } = tokensOf(row);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    workspace_id: row.workspaceId,
    operation: row.operation,
    dialect: row.dialect,
    requested_model: row.requestedModel,
    model: row.model,
    provider: row.provider,
    upstream_id: row.upstreamId,
    status: row.status,
    error: row.error,
    finish_reason: row.finish,
    streamed: row.streamed,
    cancelled: row.cancelled,
    attempts: (row.attempts as unknown[]).length,
    tokens_prompt: prompt,
    tokens_completion: completion,
    tokens_cached: (usage.cache_read_tokens ?? 0) + (usage.cache_read_audio_tokens ?? 0),
    tokens_reasoning: usage.reasoning_tokens ?? 0,
    usage_units: usage as Record<string, number>,
    queue_ms: row.queueMs,
    first_token_ms: row.firstTokenMs,
    total_ms: row.totalMs,
  };
}

function costOf(row: GenerationRow) {
  const byokNanoUsd = byokOf(row);
  return {
    total_cost: usdOf(row.costNanoUsd - byokNanoUsd),
    upstream_inference_cost: usdOf(byokNanoUsd),
    cost_nano_usd: row.costNanoUsd,
    is_byok: row.isByok,
    unpriced_units: row.unpriced,
  };
}

function identityOf({ row, keyName }: TraceSource) {
  return { api_key_name: keyName, key_hash: row.keyHash, user_id: row.userId, external_user: row.externalUser };
}

function contextOf(row: GenerationRow) {
  return {
    request_id: row.requestId,
    session_id: row.sessionId,
    tags: row.tags ?? [],
    user_agent: row.userAgent,
    http_referer: row.referer,
  };
}
