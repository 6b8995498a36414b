import type { z } from "zod";
import type { putDefaultCap } from "#lib/contract/member-caps.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Queries } from "#server/data/database.ts";
import { type Caps, loadMemberCaps } from "#server/data/member-caps.ts";
import { findMember, type Person } from "#server/data/members.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { capAmounts } from "./cap-records.ts";

type Amounts = z.output<typeof putDefaultCap.body>;

/** Returns the caps in a body. Throws 400 for a fraction of a nano-USD, and for a cap that could never take effect. */
export function capsIn({ daily_usd, monthly_usd }: Amounts): Caps {
  const dailyNanoUsd = daily_usd === null ? null : nanoUsdIn(daily_usd, "daily_usd");
  const monthlyNanoUsd = monthly_usd === null ? null : nanoUsdIn(monthly_usd, "monthly_usd");
  if (dailyNanoUsd !== null && monthlyNanoUsd !== null && dailyNanoUsd > monthlyNanoUsd)
    throw new HttpError(400, `Invalid request: daily_usd: must be at most monthly_usd, ${usdOf(monthlyNanoUsd)}`);
  return { dailyNanoUsd, monthlyNanoUsd };
}

/** Converts an amount. Throws 400, naming the field, for one with more than nine decimals. */
export function nanoUsdIn(usd: number, field: string): number {
  const nanoUsd = nanoUsdOf(usd);
  if (nanoUsd === undefined) throw new HttpError(400, `Invalid request: ${field}: must have at most nine decimals`);
  return nanoUsd;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns a member of the caller's organization. Throws 404 for anybody else. */
export async function requireMember(gateway: Gateway, { organizationId }: Principal, userId: string): Promise<Person> {
  const person = isUuid(userId) && (await findMember(gateway.database.queries, organizationId, userId));
  if (!person) throw new HttpError(404, "Member not found");
  return person;
}

/** Returns what the audit log stores of caps; undefined if there are none. */
export async function toAuditCaps(queries: Queries, workspaceId: string, userId: string | null) {
  const rows = await loadMemberCaps(queries, workspaceId);
  const own = rows.find((row) => row.userId === userId);
  return own && capAmounts(own);
}
