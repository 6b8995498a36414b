import { rotateKey as endpoint } from "#lib/contract/keys.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireKey } from "#server/auth/access.ts";
import { isStoppedByLeak } from "#server/auth/keys/leak-state.ts";
import { newKey } from "#server/auth/keys/new-key.ts";
import { type ApiKeyRow, findKey, type NewApiKey, replaceKey } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { keyTarget, toAuditKey } from "./audit-key.ts";
import { keyRecord } from "./key-records.ts";
import { publishKeys } from "./publish-keys.ts";

export const rotateKey = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const { workspaceId } = await requireKey(gateway, principal, params.hash);
  const old = await findKey(gateway.database.queries, workspaceId, params.hash);
  if (!old) throw new HttpError(404, "API key not found");
  if (old.agent) throw new HttpError(409, "The agent renews this key itself; delete the key to sign the agent out");
  const endsAt = endOf(old, gateway.now(), body.grace_seconds);
  const { secret, ...identity } = newKey();
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await replaceKey(queries, { hash: old.hash, endsAt }, { ...heldBy(old), ...identity });
    if (!made) throw new HttpError(409, "This key has already been rotated; rotate the key that replaced it");
    await recordChange(queries, call, {
      action: "key.rotate",
      target: keyTarget(old),
      before: toAuditKey(old),
      after: toAuditKey(made),
      workspaceId,
    });
    return made;
  });
  await publishKeys(gateway, row.hash, old.hash);
  return { data: await keyRecord(gateway, row), key: secret };
});

/** A key that expires before its grace period ends keeps its own expiry. */
function endOf({ expiresAt }: ApiKeyRow, nowMs: number, graceSeconds: number): Date {
  if (expiresAt && expiresAt.getTime() <= nowMs) throw new HttpError(409, "This key has expired; create a new one");
  const graceEndMs = nowMs + graceSeconds * 1000;
  return new Date(Math.min(graceEndMs, expiresAt?.getTime() ?? graceEndMs));
}

/** Returns the fields that a key keeps when its text is replaced. */
function heldBy(old: ApiKeyRow): Omit<NewApiKey, "hash" | "label"> {
  // Only the old text leaked.
  const isStopped = isStoppedByLeak(old);
  return {
    name: old.name,
    kind: old.kind,
    workspaceId: old.workspaceId,
    creatorUserId: old.creatorUserId,
    externalUser: old.externalUser,
    disabled: old.disabled && !isStopped,
    pausedByAdmin: old.pausedByAdmin && !isStopped,
    limitedByAdmin: old.limitedByAdmin,
    expiryByAdmin: old.expiryByAdmin,
    expiresAt: old.expiresAt,
    stableId: old.stableId,
    limitNanoUsd: old.limitNanoUsd,
    limitReset: old.limitReset,
    includeByokInLimit: old.includeByokInLimit,
    allowedTools: old.allowedTools,
    tags: old.tags,
    cacheTtlSeconds: old.cacheTtlSeconds,
    scopes: old.scopes,
  };
}
