import type { z } from "zod";
import type { Credential } from "#lib/contract/byok.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { CredentialRow } from "#server/data/credentials.ts";
import { readTotals, type Totals } from "#server/data/generations.ts";
import type { Gateway } from "#server/gateway.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";
import { CREDENTIAL_PAYER } from "#server/ledger/limits/row-group.ts";

type CredentialRecord = z.output<typeof Credential>;

/** Converts stored credentials to their API records, in the same order. Call `credentials.flush()` first. */
export async function credentialRecords(gateway: Gateway, rows: readonly CredentialRow[]): Promise<CredentialRecord[]> {
  await gateway.ledger.flush();
  const ids = rows.map(({ id }) => id);
  const starts = periodStarts(gateway.now());
  const totals = await readTotals(gateway.database.queries, CREDENTIAL_PAYER, starts, ids);
  const byId = new Map(totals.map((total) => [total.payerId, total]));
  return rows.map((row) => ({
    ...settingsOf(row),
    ...keyFields(row),
    is_readable: gateway.credentials.isReadable(row.id),
    ...usageFields(byId.get(row.id)),
  }));
}

/** Converts one stored credential to its API record. */
export async function credentialRecord(gateway: Gateway, row: CredentialRow): Promise<CredentialRecord> {
  const [record] = await credentialRecords(gateway, [row]);
  return record as CredentialRecord;
}

/** Returns a credential's settings under their wire names; the audit log stores these. */
export function settingsOf(row: CredentialRow) {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    provider: row.provider,
    name: row.name,
    label: row.label,
    disabled: row.disabled,
    is_fallback: row.isFallback,
    is_required: row.isRequired,
    is_byok_only: row.isByokOnly,
    declared_zdr: row.declaredZdr,
    sort_order: row.sortOrder,
    weight: row.weight,
    tier: row.tier,
    allowed_models: row.allowedModels,
    allowed_user_ids: row.allowedUserIds,
    allowed_api_key_hashes: row.allowedApiKeyHashes,
    key_set_at: row.keySetAt.toISOString(),
  };
}

/** Returns a credential as the target of an audit entry. */
export function credentialTarget({ id, name, label, provider }: CredentialRow) {
  return { type: "credential", id, name: name ?? `${provider} ${label}` };
}

function keyFields(row: CredentialRow) {
  const { lastFailureAt, lastFailureStatus, lastFailure, lastSuccessAt } = row;
  const lastUsedMs = Math.max(lastSuccessAt?.getTime() ?? 0, lastFailureAt?.getTime() ?? 0);
  return {
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt?.toISOString() ?? null,
    tested_at: row.testedAt?.toISOString() ?? null,
    last_used_at: lastUsedMs === 0 ? null : new Date(lastUsedMs).toISOString(),
    first_success_at: row.firstSuccessAt?.toISOString() ?? null,
    last_success_at: lastSuccessAt?.toISOString() ?? null,
    last_failure: lastFailureAt && {
      at: lastFailureAt.toISOString(),
      status: lastFailureStatus ?? 0,
      message: lastFailure ?? "",
    },
    successes: row.successes,
    failures: row.failures,
  };
}

function usageFields(total: Totals | undefined) {
  return {
    usage: usdOf(total?.byokAll ?? 0),
    usage_daily: usdOf(total?.byokDaily ?? 0),
    usage_weekly: usdOf(total?.byokWeekly ?? 0),
    usage_monthly: usdOf(total?.byokMonthly ?? 0),
  };
}
