import { createRateLimit as endpoint } from "#lib/contract/rate-limits.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { insertRateLimit } from "#server/data/rate-limits.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { checkSubject, modelIdOf, requireEffect } from "./check-rate-limit.ts";
import { publishRateLimits } from "./publish-rate-limits.ts";
import { rateLimitRecord, storedSettings, targetOf } from "./rate-limit-records.ts";

const MOST_RULES = 200;

export const createRateLimit = operation(endpoint)(async (gateway, call) => {
  const { body, principal } = call;
  const workspaceId = await requireWorkspace(gateway, principal, body.workspace_id);
  const scope = { organizationId: principal.organizationId, workspaceId };
  requireEffect(body);
  await checkSubject(gateway, scope, body);
  const values = {
    workspaceId,
    subject: body.subject,
    keyHash: body.key_hash,
    userId: body.user_id,
    model: body.model === null ? null : modelIdOf(gateway, scope, body.model),
    ...storedSettings(body),
  };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertRateLimit(queries, values, MOST_RULES);
    if (made === "full") throw new HttpError(409, `A workspace can have at most ${MOST_RULES} rate limits`);
    if (!made) throw new HttpError(409, `This workspace already has a rate limit named ${body.name}`);
    const after = rateLimitRecord(made);
    await recordChange(queries, call, { action: "rate_limit.create", target: targetOf(made), after, workspaceId });
    return made;
  });
  await publishRateLimits(gateway);
  return { data: rateLimitRecord(row) };
});
