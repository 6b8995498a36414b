import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { singleSignOn, twoFactor } from "./schema/accounts.ts";

export type SecondFactorSeals = { secret: string; backupCodes: string };

/** The number of replaced texts, and the ids of those that could not be opened and were not changed. */
export type Resealed = { sealed: number; unopened: string[] };

/** Replaces the sealed client secret of every organization's identity provider, all or none. */
export function resealSingleSignOn(
  database: Database,
  reseal: (organizationId: string, sealed: string) => string | undefined,
): Promise<Resealed> {
  return database.queries.transaction(async (queries) => {
    const { organizationId: id, sealedSecret } = singleSignOn;
    const rows = await queries.select({ id, sealedSecret }).from(singleSignOn).for("update");
    const unopened: string[] = [];
    for (const row of rows) {
      const fresh = reseal(row.id, row.sealedSecret);
      if (fresh === undefined) unopened.push(row.id);
      else await queries.update(singleSignOn).set({ sealedSecret: fresh }).where(eq(id, row.id));
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}

/** Replaces the sealed secrets of every authenticator app and its recovery codes, all or none. */
export function resealSecondFactors(
  database: Database,
  reseal: (seals: SecondFactorSeals) => Promise<SecondFactorSeals | undefined>,
): Promise<Resealed> {
  return database.queries.transaction(async (queries) => {
    const { id, secret, backupCodes } = twoFactor;
    const rows = await queries.select({ id, secret, backupCodes }).from(twoFactor).for("update");
    const unopened: string[] = [];
    for (const row of rows) {
      const fresh = await reseal(row);
      if (fresh === undefined) unopened.push(row.id);
      else await queries.update(twoFactor).set(fresh).where(eq(id, row.id));
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}
