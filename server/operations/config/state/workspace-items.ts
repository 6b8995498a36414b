import { type ConfigDocument, DEFAULT_CAP } from "#lib/contract/config-document.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { isStoppedByLeak } from "#server/auth/keys/leak-state.ts";
import type { MemberCapRow } from "#server/data/member-caps.ts";
import type { UsedPreset } from "#server/data/presets.ts";
import type { RateLimitRow } from "#server/data/rate-limits.ts";
import { guardrailRecord } from "#server/operations/guardrails/guardrail-record.ts";
import { capAmounts } from "#server/operations/member-caps/cap-records.ts";
import { rateLimitRecord } from "#server/operations/rate-limits/rate-limit-records.ts";
import { workspaceFields } from "#server/operations/workspaces/workspace-records.ts";
import { DEFAULT_GUARDRAIL } from "../document/resources.ts";
import type { StoredGuardrail, StoredKey, StoredRecords, StoredSharedBudget, StoredWorkspace } from "./config-state.ts";

type Items = NonNullable<ConfigDocument["workspaces"]>[number];
type Item<List extends keyof Items> = NonNullable<Items[List]> extends (infer One)[] ? One : never;

/** Names for the ids in records. */
export type Names = {
  /** Emails of these users, without those who are no longer members. */
  users(ids: readonly string[]): string[];
  /**
   * The name of a workspace's key, `<slug>/<name>` for another workspace's, or the hash of a key that is not managed.
   */
  key(hash: string, slug: string | null): string;
  keyOfNumber(id: number, slug: string): string;
};

export function namesOf({ people, workspaces }: StoredRecords): Names {
  const emailOf = new Map(people.map(({ userId, email }) => [userId, email.toLowerCase()]));
  const keys = workspaces.flatMap(({ slug, keys }) => keys.map(({ hash, id, name }) => ({ hash, id, name, slug })));
  const byHash = new Map(keys.map((key) => [key.hash, key]));
  const byNumber = new Map(keys.map((key) => [key.id, key]));
  const key = (hash: string, slug: string | null): string => {
    const found = byHash.get(hash);
    if (!found) return hash;
    return found.slug === slug ? found.name : `${found.slug}/${found.name}`;
  };
  return {
    users: (ids) => ids.flatMap((id) => emailOf.get(id) ?? []),
    key,
    keyOfNumber: (id, slug) => {
      const hash = byNumber.get(id)?.hash;
      return hash === undefined ? String(id) : key(hash, slug);
    },
  };
}

export function workspaceItem(row: StoredWorkspace, names: Names): Items {
  const {
    id: _,
    is_default,
    created_at,
    updated_at,
    created_by,
    default_guardrail_id,
    ...fields
  } = workspaceFields(row);
  const { io_logging_api_key_ids: numbers, ...rest } = fields;
  return {
    ...rest,
    default_provider_sort: rest.default_provider_sort as Items["default_provider_sort"],
    disabled_server_tools: rest.disabled_server_tools as Items["disabled_server_tools"],
    default_plugins: rest.default_plugins as Items["default_plugins"],
    io_logging_api_keys: numbers?.map((number) => names.keyOfNumber(number, row.slug)),
    include_byok_in_budgets: row.includesByok && row.budgets.length > 0,
    ...(!is_default && { members: names.users(row.memberIds) }),
  };
}

/** Returns the item of a member's caps, or of the default ones. */
export function capItem(row: MemberCapRow, names: Names): Item<"member_caps"> {
  const member = row.userId === null ? DEFAULT_CAP : (names.users([row.userId])[0] as string);
  return { member, ...capAmounts(row) };
}

export function sharedBudgetItem(row: StoredSharedBudget, slug: string, names: Names): Item<"shared_budgets"> {
  return {
    name: row.name,
    limit_usd: usdOf(row.limitNanoUsd),
    reset_interval: row.interval as "daily" | null,
    keys: row.keyHashes.map((hash) => names.key(hash, slug)).sort(),
    members: names.users(row.userIds).sort(),
    tags: row.tags.toSorted(),
    external_users: row.externalUsers.toSorted(),
    per_external_user: row.perExternalUser,
    per_session: row.perSession,
  };
}

export function rateLimitItem(row: RateLimitRow, slug: string, names: Names): Item<"rate_limits"> {
  const {
    id: _id,
    workspace_id,
    created_at,
    updated_at,
    key_hash: hash,
    user_id: userId,
    ...rule
  } = rateLimitRecord(row);
  return {
    ...rule,
    key: hash === null ? null : names.key(hash, slug),
    member: userId === null ? null : names.users([userId])[0],
  };
}

export function keyItem(row: StoredKey, { guardrails }: StoredWorkspace, names: Names): Item<"keys"> {
  return {
    name: row.name,
    // A document must not enable a key that leaked.
    disabled: row.disabled && !isStoppedByLeak(row),
    limit: row.limitNanoUsd === null ? null : usdOf(row.limitNanoUsd),
    limit_reset: row.limitReset as "daily" | null,
    include_byok_in_limit: row.includeByokInLimit,
    expires_at: row.expiresAt?.toISOString() ?? null,
    allowed_tools: row.allowedTools,
    tags: row.tags ?? [],
    cache_ttl: row.cacheTtlSeconds,
    guardrail_name: guardrailName(row.guardrailId, guardrails),
    creator: names.users(row.creatorUserId === null ? [] : [row.creatorUserId])[0] ?? null,
  };
}

function guardrailName(id: string | null, guardrails: readonly StoredGuardrail[]): string | null {
  const found = guardrails.find((one) => one.id === id);
  if (!found) return null;
  return found.id === found.workspaceId ? DEFAULT_GUARDRAIL : found.name;
}

export function guardrailItem(row: StoredGuardrail, names: Names): Item<"guardrails"> {
  const { id, workspace_id, version, created_at, updated_at, enforce_zdr, is_default, ...fields } =
    guardrailRecord(row);
  return { ...fields, is_default, members: names.users(row.memberIds) };
}

export function presetItem({ preset, version }: UsedPreset): Item<"presets"> {
  return { slug: preset.slug, config: version.config as Record<string, unknown>, system_prompt: version.systemPrompt };
}
