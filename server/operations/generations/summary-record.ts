import type { z } from "zod";
import type { GenerationSummary } from "#lib/contract/generation-list.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { ListedGeneration } from "#server/data/generation-list.ts";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { KeyNames } from "./key-names.ts";
import { rejectionRecord } from "./rejection-record.ts";

/** Returns a row as the list shows it. */
export function summaryRecord(row: ListedGeneration, keys: KeyNames): z.output<typeof GenerationSummary> {
  const usage = row.usage as Usage;
  return {
    id: row.id,
    created_at: new Date(row.at).toISOString(),
    operation: row.operation,
    status: row.status,
    status_class: row.statusClass as z.output<typeof GenerationSummary>["status_class"],
    error: row.error,
    finish_reason: row.finish,
    requested_model: row.requestedModel,
    model: row.model,
    provider_name: row.provider,
    attempts: row.attempts,
    steps: row.steps,
    api_key_hash: row.keyHash,
    api_key_name: (row.keyHash && keys.find(row.keyHash)?.name) ?? null,
    user_id: row.userId,
    external_user: row.externalUser,
    tags: row.tags ?? [],
    session_id: row.sessionId,
    agent: row.agent,
    repository: row.repository,
    tokens_prompt: promptTokensOf(usage),
    tokens_completion: (usage.output_tokens ?? 0) + (usage.output_audio_tokens ?? 0) + (usage.output_image_tokens ?? 0),
    tokens_cached: (usage.cache_read_tokens ?? 0) + (usage.cache_read_audio_tokens ?? 0),
    tool_calls: row.toolCalls,
    cost: usdOf(row.costNanoUsd),
    is_byok: row.isByok,
    streamed: row.streamed,
    // Every other success has a provider.
    from_cache: row.status === 200 && row.provider === null,
    latency: row.firstTokenMs,
    generation_time: row.totalMs,
    rejection: rejectionRecord(row),
  };
}
