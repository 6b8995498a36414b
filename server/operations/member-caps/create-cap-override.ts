import { createCapOverride as endpoint } from "#lib/contract/member-caps.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { recordChange } from "#server/audit/record-change.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { type CapOverrideRow, loadMemberCaps, putCapOverride } from "#server/data/member-caps.ts";
import { findMember } from "#server/data/members.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { type CapInterval, capAmount } from "#server/ledger/limits/member-limits.ts";
import { nextReset } from "#server/ledger/limits/period.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { overrideRecord, readMemberCaps } from "./cap-records.ts";
import { nanoUsdIn, requireMember } from "./changing-caps.ts";

export const createCapOverride = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const person = await requireMember(gateway, principal, params.user_id);
  const { userId } = person;
  const { interval, reason } = body;
  const limitNanoUsd = nanoUsdIn(body.limit_usd, "limit_usd");
  const until = endOf(body.until, gateway.now(), nextReset(interval, gateway.now(), workspace.timeZone));
  await gateway.database.queries.transaction(async (queries) => {
    await requireRaise(queries, workspace.id, { userId, interval, limitNanoUsd });
    const createdBy = await nameOf(queries, principal);
    const place = { workspaceId: workspace.id, userId, interval };
    const after = overrideRecord(await putCapOverride(queries, { ...place, limitNanoUsd, until, reason, createdBy }));
    const target = { type: "member_cap", id: userId, name: person.email };
    await recordChange(queries, call, { action: "cap.override", target, after, workspaceId: workspace.id });
  });
  await publishLimits(gateway);
  const { records } = await readMemberCaps(gateway, workspace, [person]);
  return { data: records[0] as (typeof records)[number] };
});

/** Returns when an override ends. Throws 400 for a time that is past or beyond the current period. */
function endOf(until: string | null | undefined, nowMs: number, reset: Date): Date {
  if (until == null) return reset;
  const end = new Date(until);
  if (end.getTime() <= nowMs) throw new HttpError(400, "Invalid request: until: must be in the future");
  if (end > reset)
    throw new HttpError(
      400,
      `Invalid request: until: must be at most ${reset.toISOString()}, when the period ends; to raise the cap for longer, change the member's cap`,
    );
  return end;
}

/** Throws 400 if a member has no such cap, or it is not below the new amount. */
async function requireRaise(
  queries: Queries,
  workspaceId: string,
  { userId, interval, limitNanoUsd }: Pick<CapOverrideRow, "userId" | "limitNanoUsd"> & { interval: CapInterval },
): Promise<void> {
  const rows = await loadMemberCaps(queries, workspaceId);
  const caps = rows.find((row) => row.userId === userId) ?? rows.find((row) => row.userId === null);
  const current = capAmount(caps, interval, undefined);
  if (current === null) throw new HttpError(400, `Invalid request: interval: this member has no ${interval} cap`);
  if (limitNanoUsd <= current)
    throw new HttpError(400, `Invalid request: limit_usd: must be above the member's cap, ${usdOf(current)} USD`);
}

/** Returns how a person or a key is named where members see it. */
async function nameOf(queries: Queries, { key, userId, organizationId, actorName }: Principal): Promise<string | null> {
  if (actorName !== undefined) return actorName;
  if (key) return key.label;
  const person = userId ? await findMember(queries, organizationId, userId) : undefined;
  return person ? person.name || person.email : null;
}
