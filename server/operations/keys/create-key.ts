import type { BodyOf } from "#lib/contract/endpoint.ts";
import { createKey as endpoint } from "#lib/contract/keys.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { ownerOnly, requireWorkspace } from "#server/auth/access.ts";
import { hasWrongChecksum } from "#server/auth/keys/key-checksum.ts";
import { keyIdentity, newKey } from "#server/auth/keys/new-key.ts";
import type { Principal } from "#server/caller/principal.ts";
import { loadMembers } from "#server/data/accounts.ts";
import { insertKey, type NewApiKey } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { marksOfNewKey } from "./admin-limits.ts";
import { keyTarget, toAuditKey } from "./audit-key.ts";
import { keyRecord } from "./key-records.ts";
import { limitNanoUsd } from "./limit-nano-usd.ts";
import { publishKeys } from "./publish-keys.ts";
import { rejectScopedCaller, storedScopes } from "./stored-scopes.ts";
import { storedTags } from "./stored-tags.ts";

type KeyBody = BodyOf<typeof endpoint>;

export const createKey = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  rejectMoreThanOwn(principal, body);
  const workspaceId = await requireWorkspace(gateway, principal, body.workspace_id);
  const kind = body.is_management_key ? "management" : "normal";
  if (kind === "management") rejectScopedCaller(principal);
  const scopes = await storedScopes(gateway, principal, { kind, workspaceId }, body.scopes);
  const { secret, ...identity } = identityOf(body);
  const values = {
    ...identity,
    workspaceId,
    name: body.name,
    kind,
    scopes,
    creatorUserId: await creatorOf(gateway, principal, body),
    externalUser: body.external?.user ?? null,
    expiresAt: endOf(body, gateway.now()),
    limitNanoUsd: limitNanoUsd(body.limit),
    limitReset: body.limit_reset ?? null,
    includeByokInLimit: body.include_byok_in_limit ?? false,
    allowedTools: body.allowed_tools ?? null,
    tags: storedTags(body.tags),
    cacheTtlSeconds: body.cache_ttl ?? null,
    ...marksOfNewKey(principal, body),
  } satisfies NewApiKey;
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertKey(queries, values);
    if (!made) throw new HttpError(409, "This key already exists");
    const change = { target: keyTarget(made), after: toAuditKey(made), workspaceId };
    await recordChange(queries, call, { action: "key.create", ...change });
    return made;
  });
  await publishKeys(gateway, row.hash);
  return { data: await keyRecord(gateway, row), key: secret };
});

/** Throws 403 unless a member creates an ordinary key for themselves. */
function rejectMoreThanOwn(principal: Principal, body: KeyBody): void {
  const userId = ownerOnly(principal);
  if (!userId || (!body.is_management_key && (body.creator_user_id ?? userId) === userId)) return;
  throw new HttpError(403, "Only management keys can perform this operation");
}

function identityOf({ external }: KeyBody): ReturnType<typeof newKey> {
  const secret = external?.api_key;
  if (!secret) return newKey();
  if (hasWrongChecksum(secret))
    throw new HttpError(400, "Invalid request: external.api_key: looks like a generated key but has a wrong checksum");
  return { secret, ...keyIdentity(secret) };
}

function endOf({ expires_at }: KeyBody, nowMs: number): Date | null {
  if (!expires_at) return null;
  const end = new Date(expires_at);
  if (end.getTime() <= nowMs) throw new HttpError(400, "Invalid request: expires_at: must be in the future");
  return end;
}

async function creatorOf(gateway: Gateway, principal: Principal, { creator_user_id }: KeyBody): Promise<string | null> {
  if (!creator_user_id) return principal.userId;
  const members = await loadMembers(gateway.database.queries);
  const isMember = members.some(
    ({ organizationId, userId }) => organizationId === principal.organizationId && userId === creator_user_id,
  );
  if (isMember) return creator_user_id;
  throw new HttpError(400, "Invalid request: creator_user_id: must be a member of this organization");
}
