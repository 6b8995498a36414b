import type { z } from "zod";
import { INVOICE_FORMATS, type reconcileInvoice } from "#lib/contract/reconciliation.ts";
import { formatCount, formatUsd } from "#lib/format.ts";

type Answer = z.output<typeof reconcileInvoice.response>;

/** What was compared, and the sums of both sides. Exact amounts are shown on hover. */
export function ReconciliationSummary({ answer, fileName }: { answer: Answer; fileName: string | undefined }) {
  const { format, from, to, records, totals } = answer;
  const { lines, differing, file_usd, ledger_usd, difference_usd } = totals;
  return (
    <div className="flex flex-col gap-2">
      <div role="status">
        <h2 className="font-medium text-base">
          {differing === 0 ? "All lines agree" : `${formatCount(differing)} of ${formatCount(lines)} lines differ`}
        </h2>
      </div>
      <dl className="grid gap-x-6 gap-y-4 border-y py-4 sm:grid-cols-3">
        <Figure label="In the file" usd={file_usd} />
        <Figure label="In the ledger" usd={ledger_usd} />
        <Figure label="Difference" usd={difference_usd} />
      </dl>
      <p className="break-words text-muted text-xs">
        {fileName}: {INVOICE_FORMATS[format]}, {formatCount(records)} {records === 1 ? "record" : "records"}, {from} to{" "}
        {to} (UTC)
        {file_usd === null && ". This export has no costs, so only tokens are compared."}
      </p>
    </div>
  );
}

function Figure({ label, usd }: { label: string; usd: string | null }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="break-all text-xl tabular-nums" title={usd === null ? undefined : `$${usd}`}>
        {formatUsd(usd === null ? null : Number(usd))}
      </dd>
    </div>
  );
}
