import type { z } from "zod";
import { getKeyLeak as endpoint, type KeyLeakReport, type KeyUseSince } from "#lib/contract/key-reports.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { requireKey } from "#server/auth/access.ts";
import { type KeyReportRow, listKeyReports } from "#server/data/key-reports.ts";
import { type KeyUse, readKeyUse } from "#server/data/key-use.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";

export const getKeyLeak = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { hash, workspaceId } = await requireKey(gateway, principal, params.hash);
  const reports = await listKeyReports(gateway.database.queries, workspaceId, hash);
  if (reports.length === 0) throw new HttpError(404, "Nobody reported this key as leaked");
  const since = query.since ? new Date(query.since) : startOf(reports);
  await gateway.ledger.flush();
  const use = await readKeyUse(gateway.database, { workspaceId, hash, since });
  return { data: { reports: reports.map(reportRecord), use: useRecord(use, since) } };
});

/** Returns when the key became public, as far as the reports say. */
function startOf(reports: readonly KeyReportRow[]): Date {
  return new Date(Math.min(...reports.map(({ leakedAt, firstReportedAt }) => (leakedAt ?? firstReportedAt).getTime())));
}

type ReportRecord = z.output<typeof KeyLeakReport>;

function reportRecord(row: KeyReportRow): ReportRecord {
  return {
    url: row.url,
    source: row.source,
    reporter: row.reporter as ReportRecord["reporter"],
    leaked_at: row.leakedAt?.toISOString() ?? null,
    reports: row.reports,
    first_reported_at: row.firstReportedAt.toISOString(),
    last_reported_at: row.lastReportedAt.toISOString(),
  };
}

function useRecord(use: KeyUse, since: Date): z.output<typeof KeyUseSince> {
  return {
    since: since.toISOString(),
    requests: use.requests,
    failed: use.failed,
    cost_usd: usdOf(use.costNanoUsd),
    first_request_at: use.firstAt?.toISOString() ?? null,
    last_request_at: use.lastAt?.toISOString() ?? null,
    is_complete: use.isComplete,
    clients: use.clients.map(({ agent, userAgent, requests, lastAt }) => ({
      agent,
      user_agent: userAgent,
      requests,
      last_request_at: lastAt.toISOString(),
    })),
    models: use.models.map(({ model, requests, costNanoUsd }) => ({ model, requests, cost_usd: usdOf(costNanoUsd) })),
  };
}
