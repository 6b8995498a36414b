import { usdOf } from "#lib/nano-usd.ts";
import type { ApiKeyRow } from "#server/data/api-keys.ts";

/** Returns what the audit log stores of a key: its settings, under their wire names. */
export function toAuditKey(row: ApiKeyRow) {
  return {
    hash: row.hash,
    name: row.name,
    label: row.label,
    is_management_key: row.kind === "management",
    creator_user_id: row.creatorUserId,
    external_user: row.externalUser,
    agent: row.agent,
    disabled: row.disabled,
    leak_state: row.leakState,
    expires_at: row.expiresAt?.toISOString() ?? null,
    limit: row.limitNanoUsd === null ? null : usdOf(row.limitNanoUsd),
    limit_reset: row.limitReset,
    include_byok_in_limit: row.includeByokInLimit,
    allowed_tools: row.allowedTools,
    tags: row.tags,
    cache_ttl: row.cacheTtlSeconds,
    scopes: row.scopes,
    rotated_to: row.rotatedTo,
  };
}

/** Returns a key as the target of an audit entry. */
export function keyTarget({ hash, name }: ApiKeyRow) {
  return { type: "key", id: hash, name };
}
