import { usdOf } from "#lib/nano-usd.ts";
import type { ApiKeyRow } from "#server/data/api-keys.ts";

/** What the audit log keeps of a key: what can be set, under the names of the wire. */
export function auditedKey(row: ApiKeyRow) {
  return {
    hash: row.hash,
    name: row.name,
    label: row.label,
    is_management_key: row.kind === "management",
    creator_user_id: row.creatorUserId,
    external_user: row.externalUser,
    disabled: row.disabled,
    expires_at: row.expiresAt?.toISOString() ?? null,
    limit: row.limitNanoUsd === null ? null : usdOf(row.limitNanoUsd),
    limit_reset: row.limitReset,
    include_byok_in_limit: row.includeByokInLimit,
    allowed_tools: row.allowedTools,
    rotated_to: row.rotatedTo,
  };
}

/** A key as the target of a change. */
export function keyTarget({ hash, name }: ApiKeyRow) {
  return { type: "key", id: hash, name };
}
