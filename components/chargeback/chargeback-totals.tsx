import type { z } from "zod";
import type { getChargeback } from "#lib/contract/chargeback.ts";
import { formatCompact, formatCount } from "#lib/format.ts";

type Totals = z.output<typeof getChargeback.response>["totals"];

/** The sums of a report; amounts with all their digits. */
export function ChargebackTotals({ totals, isComplete }: { totals: Totals; isComplete: boolean }) {
  const tokens = totals.prompt_tokens + totals.completion_tokens;
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid gap-x-6 gap-y-4 border-y py-4 sm:grid-cols-2 lg:grid-cols-4">
        <Figure label="Charged by the gateway" value={exactUsd(totals.cost_usd)} />
        <Figure label="Charged to BYOK credentials" value={exactUsd(totals.byok_cost_usd)} />
        <Figure label="Requests" value={formatCount(totals.requests)} />
        <Figure label="Tokens" value={formatCompact(tokens)} title={formatCount(tokens)} />
      </dl>
      {!isComplete && <p className="text-muted text-xs">This month has not ended, so amounts can still grow.</p>}
    </div>
  );
}

function Figure({ label, value, title }: { label: string; value: string; title?: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="break-all text-xl tabular-nums" title={title}>
        {value}
      </dd>
    </div>
  );
}

/** Formats an exact decimal with all its digits: "1234.5" is "$1,234.50". */
export function exactUsd(usd: string): string {
  const [whole = "0", decimals = ""] = usd.replace("-", "").split(".");
  return `${usd.startsWith("-") ? "−" : ""}$${formatCount(BigInt(whole))}.${decimals.padEnd(2, "0")}`;
}
