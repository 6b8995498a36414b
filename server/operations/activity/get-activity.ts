import { getActivity as endpoint } from "#lib/contract/activity.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { ownerOnly, requireKey, requireWorkspace } from "#server/auth/access.ts";
import { loadMembers } from "#server/data/accounts.ts";
import { type ActivityRow, readActivity } from "#server/data/activity.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { organizationWorkspaces } from "#server/operations/analytics/query-workspaces.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;

export const getActivity = operation(endpoint)(async (gateway, { principal, query }) => {
  const { workspace_id: workspace, api_key_hash: keyHash } = query;
  const userId = ownerOnly(principal) ?? query.user_id;
  const days = daysOf(query.date, gateway.now());
  const workspaceIds = workspace
    ? [await requireWorkspace(gateway, principal, workspace)]
    : await organizationWorkspaces(gateway, principal);
  if (keyHash) await requireKey(gateway, principal, keyHash);
  if (userId) await requireMember(gateway, principal.organizationId, userId);
  await gateway.rollups.catchUp();
  const filter = {
    workspaceIds,
    ...days,
    byWorkspace: query.group_by === "workspace",
    ...(keyHash && { keyHash }),
    ...(userId && { userId }),
  };
  const { rows, asOf } = await gateway.database.read((pool) => readActivity(pool, filter));
  return { data: rows.map(recordOf), ...(asOf && { as_of: asOf }) };
});

/** Returns the requested complete UTC days, in Unix ms. Throws 400 for a date that is not among the last 30. */
function daysOf(date: string | undefined, nowMs: number): { from: number; to: number } {
  const to = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const from = to - DAYS * DAY_MS;
  if (!date) return { from, to };
  const day = Date.parse(date);
  if (day < from || day >= to)
    throw new HttpError(400, `Invalid query: date: must be one of the last ${DAYS} complete UTC days`);
  return { from: day, to: day + DAY_MS };
}

async function requireMember({ database }: Gateway, organizationId: string, userId: string): Promise<void> {
  const members = await loadMembers(database.queries);
  const found = members.some((member) => member.organizationId === organizationId && member.userId === userId);
  if (!found) throw new HttpError(404, "User not found");
}

function recordOf(row: ActivityRow) {
  return {
    date: row.day,
    model: row.model ?? "",
    model_permaslug: row.model ?? "",
    endpoint_id: row.modelEndpoint ?? "",
    provider_name: row.provider ?? "",
    requests: row.requests,
    prompt_tokens: row.tokensPrompt,
    completion_tokens: row.tokensCompletion,
    reasoning_tokens: row.tokensReasoning,
    usage: usdOf(row.costNanoUsd),
    byok_usage_inference: usdOf(row.byokNanoUsd),
    ...(row.workspaceId && { workspace_id: row.workspaceId }),
  };
}
