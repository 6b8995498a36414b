import type { BodyOf } from "#lib/contract/endpoint.ts";
import { updateKey as endpoint } from "#lib/contract/keys.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireKey } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type ApiKeyChanges, type ApiKeyRow, findKey, updateKey as updateRow } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { withAdminMarks } from "./admin-limits.ts";
import { keyTarget, toAuditKey } from "./audit-key.ts";
import { keyRecord } from "./key-records.ts";
import { limitNanoUsd } from "./limit-nano-usd.ts";
import { publishKeys } from "./publish-keys.ts";
import { rejectScopedCaller, storedScopes } from "./stored-scopes.ts";
import { storedTags } from "./stored-tags.ts";

export const updateKey = operation(endpoint)(async (gateway, call) => {
  const { hash, workspaceId } = await requireKey(gateway, call.principal, call.params.hash);
  const before = await findKey(gateway.database.queries, workspaceId, hash);
  if (!before) throw new HttpError(404, "API key not found");
  if (before.kind === "management") rejectScopedCaller(call.principal);
  const changes = changesOf(call.body);
  if (call.body.scopes !== undefined)
    changes.scopes = await storedScopes(gateway, call.principal, before, call.body.scopes);
  if (Object.keys(changes).length === 0) return { data: await keyRecord(gateway, before) };
  const marked = {
    ...withAdminMarks(call.principal, before, changes),
    ...leakChanges(call.principal, before, changes),
  };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const changed = await updateRow(queries, workspaceId, hash, marked);
    if (!changed) throw new HttpError(404, "API key not found");
    const change = { target: keyTarget(changed), before: toAuditKey(before), after: toAuditKey(changed), workspaceId };
    await recordChange(queries, call, { action: "key.update", ...change });
    return changed;
  });
  await publishKeys(gateway, hash);
  return { data: await keyRecord(gateway, row) };
});

/**
 * A key that an administrator enables after a report that it leaked is kept, and one that they disable is no longer only
 * paused. A revoked one cannot be enabled.
 */
function leakChanges({ management }: Principal, { leakState }: ApiKeyRow, { disabled }: ApiKeyChanges): ApiKeyChanges {
  if (disabled === undefined || leakState === null || !(management || leakState === "revoked")) return {};
  if (disabled) return leakState === "paused" ? { leakState: "notified" } : {};
  if (leakState === "revoked")
    throw new HttpError(409, "This key was revoked because it was reported as leaked; rotate it or create a new one");
  return { leakState: "kept" };
}

/** Absent fields are unchanged; null removes a value. */
function changesOf(body: BodyOf<typeof endpoint>): ApiKeyChanges {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.disabled !== undefined && { disabled: body.disabled }),
    ...(body.limit !== undefined && { limitNanoUsd: limitNanoUsd(body.limit) }),
    ...(body.limit_reset !== undefined && { limitReset: body.limit_reset }),
    ...(body.include_byok_in_limit !== undefined && { includeByokInLimit: body.include_byok_in_limit }),
    ...(body.allowed_tools !== undefined && { allowedTools: body.allowed_tools }),
    ...(body.tags !== undefined && { tags: storedTags(body.tags) }),
    ...(body.cache_ttl !== undefined && { cacheTtlSeconds: body.cache_ttl }),
    ...(body.expires_at !== undefined && { expiresAt: body.expires_at === null ? null : new Date(body.expires_at) }),
  };
}
