import type { z } from "zod";
import { reconcileInvoice as endpoint, MAX_INVOICE_BYTES } from "#lib/contract/reconciliation.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { readProviderDays } from "#server/data/provider-days.ts";
import { HttpError } from "#server/errors.ts";
import { readForm } from "#server/http/bodies/form-data.ts";
import { operation } from "#server/http/operation.ts";
import { organizationWorkspaces } from "#server/operations/analytics/query-workspaces.ts";
import { type Amount, decimalOf } from "./amount.ts";
import { type ComparedLine, compareLines } from "./compare-lines.ts";
import { ledgerLines } from "./ledger-lines.ts";
import { type Invoice, readInvoice } from "./read-invoice.ts";

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

export const reconcileInvoice = operation(endpoint)(async (gateway, { principal, query, request, source }) => {
  const workspaceIds = query.workspace_id
    ? [await requireWorkspace(gateway, principal, query.workspace_id)]
    : await organizationWorkspaces(gateway, principal);
  const { file: invoice } = await readForm(request.headers, source(), {
    maxBytes: MAX_INVOICE_BYTES,
    take: ({ bytes }) => readInvoice(bytes),
  });
  const { provider, cost } = invoice.columns;
  const { from, to } = spanOf(invoice);
  await gateway.rollups.catchUp();
  const filter = { workspaceIds, provider, from: Date.parse(from), to: Date.parse(to) + DAY_MS };
  const { rows } = await gateway.database.read((pool) => readProviderDays(pool, filter));
  const byModel = [...invoice.lines.values()].some(({ model }) => model !== "");
  const ledger = ledgerLines(rows, { paidBy: query.paid_by, byModel });
  const lines = compareLines(invoice.lines, ledger, cost !== undefined);
  const { format, records } = invoice;
  return { format, provider_name: provider, from, to, records, totals: totalsOf(lines), data: lines.map(recordOf) };
});

/** Returns the first and the last day of a file. Throws 400 if they are more than a year apart. */
function spanOf({ lines }: Invoice): { from: string; to: string } {
  const days = [...lines.values()].map(({ day }) => day).sort();
  const [from, to] = [days[0] as string, days.at(-1) as string];
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
    throw new HttpError(400, `Invalid file: it covers more than ${MOST_DAYS} days; export a shorter time range`);
  return { from, to };
}

type Response = z.output<typeof endpoint.response>;

function totalsOf(lines: readonly ComparedLine[]): Response["totals"] {
  const sum = (of: (line: ComparedLine) => Amount | null | undefined) =>
    lines.reduce((total, line) => total + (of(line) ?? 0n), 0n);
  const hasCosts = lines.some(({ difference }) => difference !== null);
  return {
    lines: lines.length,
    differing: lines.filter(({ agrees }) => !agrees).length,
    file_usd: hasCosts ? decimalOf(sum(({ file }) => file?.cost)) : null,
    ledger_usd: decimalOf(sum(({ ledger }) => ledger?.cost)),
    difference_usd: hasCosts ? decimalOf(sum(({ difference }) => difference)) : null,
  };
}

function recordOf({ day, file, ledger, difference, agrees, reasons }: ComparedLine): Response["data"][number] {
  return {
    date: day,
    model: file?.model || ledger?.model || null,
    agrees,
    reasons,
    file: file ? { ...countsOf(file), cost_usd: file.cost === null ? null : decimalOf(file.cost) } : null,
    ledger: ledger ? { ...countsOf(ledger), cost_usd: decimalOf(ledger.cost) } : null,
    difference_usd: difference === null ? null : decimalOf(difference),
  };
}

type Counts = { requests: number | null; prompt: number | null; completion: number | null; cached: number | null };

function countsOf({ requests, prompt, completion, cached }: Counts) {
  return { requests, prompt_tokens: prompt, completion_tokens: completion, cached_tokens: cached };
}
