import type { z } from "zod";
import type { ApiKey } from "#lib/contract/keys.ts";
import type { LeakState } from "#lib/keys/leak-states.ts";
import type { KeyRecord } from "#server/caller/principal.ts";
import type { ApiKeyRow } from "#server/data/api-keys.ts";
import type { Gateway } from "#server/gateway.ts";
import { readUsage } from "./usage-fields.ts";

/** Converts stored keys to their API records, in the same order. */
export async function keyRecords(gateway: Gateway, rows: readonly ApiKeyRow[]): Promise<z.output<typeof ApiKey>[]> {
  const keys = rows.map((row) => ({ ...row, limitReset: row.limitReset as KeyRecord["limitReset"] }));
  const usageOf = await readUsage(gateway, keys);
  return keys.map((key) => ({
    id: key.id,
    hash: key.hash,
    name: key.name,
    label: key.label,
    created_at: key.createdAt.toISOString(),
    updated_at: key.updatedAt?.toISOString() ?? null,
    creator_user_id: key.creatorUserId,
    external_user: key.externalUser,
    agent: key.agent,
    workspace_id: key.workspaceId,
    disabled: key.disabled,
    leak: leakOf(key),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    is_management_key: key.kind === "management",
    rotated_to: key.rotatedTo,
    set_by_admin: setByAdmin(key),
    allowed_tools: key.allowedTools,
    tags: key.tags ?? [],
    cache_ttl: key.cacheTtlSeconds,
    scopes: key.scopes,
    ...guardrailFields(gateway, key.hash),
    ...usageOf(key),
  }));
}

/** Converts one stored key to its API record. */
export async function keyRecord(gateway: Gateway, row: ApiKeyRow): Promise<z.output<typeof ApiKey>> {
  const [record] = await keyRecords(gateway, [row]);
  return record as z.output<typeof ApiKey>;
}

function leakOf({ leakState, leakedAt }: ApiKeyRow) {
  if (leakState === null || leakedAt === null) return null;
  return { state: leakState as LeakState, reported_at: leakedAt.toISOString() };
}

function setByAdmin(row: ApiKeyRow) {
  const isSet = {
    disabled: row.disabled && row.pausedByAdmin,
    limit: row.limitedByAdmin,
    expires_at: row.expiryByAdmin,
  };
  return (["disabled", "limit", "expires_at"] as const).filter((field) => isSet[field]);
}

function guardrailFields({ keys, guardrails }: Gateway, hash: string) {
  const id = keys.find(hash)?.guardrailId ?? null;
  return { guardrail_id: id, guardrail_name: (id && guardrails.nameOf(id)) ?? null };
}
