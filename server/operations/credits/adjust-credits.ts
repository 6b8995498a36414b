import { adjustCredits as endpoint } from "#lib/contract/credits.ts";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { announce } from "#server/data/changes.ts";
import { adjustCredits as adjust } from "#server/data/credits.ts";
import { readTotals } from "#server/data/generations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { creditAccount } from "#server/ledger/limits/budget-directory.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";
import { adjustmentRecord } from "./adjustment-record.ts";

export const adjustCredits = operation(endpoint)(async ({ database, ledger, budgets, leases, now }, call) => {
  const { principal, body } = call;
  const { organizationId } = principal;
  const amountNanoUsd = signedNanoUsd(body.amount);
  if (body.kind === "grant" && amountNanoUsd <= 0) {
    throw new HttpError(
      400,
      "Invalid request: amount: a grant must be above zero; use a correction to take credits away",
    );
  }
  await ledger.flush();
  const [total] = await readTotals(database.queries, "organization", periodStarts(now()), [organizationId]);
  const author = { authorUserId: principal.userId, authorKeyHash: principal.key?.hash ?? null };
  const adjustment = { organizationId, kind: body.kind, amountNanoUsd, reason: body.reason, ...author };
  const data = await database.queries.transaction(async (queries) => {
    const after = adjustmentRecord(await adjust(queries, adjustment, total?.all ?? 0));
    const target = { type: "credits", id: organizationId, name: body.reason };
    await recordChange(queries, call, { action: "credits.adjust", target, after, workspaceId: null });
    return after;
  });
  await budgets.refresh();
  await leases.release(creditAccount(organizationId));
  await announce(database, "budgets");
  return { data };
});

function signedNanoUsd(usd: number): number {
  const nanoUsd = nanoUsdOf(Math.abs(usd));
  if (nanoUsd === undefined) throw new HttpError(400, "Invalid request: amount: must have at most nine decimals");
  return usd < 0 ? -nanoUsd : nanoUsd;
}
