import type { GenerationRow } from "#server/data/generations.ts";
import { momentText } from "./moment-text.ts";

/**
 * Returns a row by column name, without null columns. Written out in full for speed, because it runs for every call.
 */
export function toColumns(row: GenerationRow) {
  return {
    id: row.id,
    created_at: momentText(row.createdAt.getTime()),
    organization_id: row.organizationId,
    workspace_id: row.workspaceId,
    key_hash: row.keyHash ?? undefined,
    user_id: row.userId ?? undefined,
    request_id: row.requestId,
    operation: row.operation,
    dialect: row.dialect ?? undefined,
    requested_model: row.requestedModel,
    model: row.model ?? undefined,
    model_endpoint: row.modelEndpoint ?? undefined,
    provider: row.provider ?? undefined,
    upstream_id: row.upstreamId ?? undefined,
    is_byok: row.isByok,
    attempts: row.attempts,
    usage: row.usage,
    raw_usage: row.rawUsage ?? undefined,
    usage_estimated: row.usageEstimated,
    cost_nano_usd: row.costNanoUsd,
    byok_nano_usd: row.byokNanoUsd ?? undefined,
    reported_cost_nano_usd: row.reportedCostNanoUsd ?? undefined,
    other_models: row.otherModels ?? undefined,
    steps: row.steps ?? undefined,
    price_ids: row.priceIds,
    service_tier: row.serviceTier ?? undefined,
    unpriced: row.unpriced,
    status: row.status,
    finish: row.finish ?? undefined,
    native_finish: row.nativeFinish ?? undefined,
    error: row.error ?? undefined,
    streamed: row.streamed,
    cancelled: row.cancelled,
    queue_ms: row.queueMs,
    first_token_ms: row.firstTokenMs ?? undefined,
    total_ms: row.totalMs,
    session_id: row.sessionId ?? undefined,
    external_user: row.externalUser ?? undefined,
    user_agent: row.userAgent ?? undefined,
    referer: row.referer ?? undefined,
    notes: row.notes,
    guarding: row.guarding ?? undefined,
  } satisfies Record<string, GenerationRow[keyof GenerationRow] | undefined>;
}
