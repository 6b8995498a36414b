import type { z } from "zod";
import type { RECONCILIATION_REASONS, reconcileInvoice } from "#lib/contract/reconciliation.ts";
import { formatCount } from "#lib/format.ts";

export type ReconciliationLine = z.output<typeof reconcileInvoice.response>["data"][number];

type Reason = (typeof RECONCILIATION_REASONS)[number];

const EXPLANATIONS: Record<Reason, (line: ReconciliationLine) => string> = {
  missing_in_ledger: () =>
    "Only in the file. These requests did not go through the gateway, or the file names the model differently.",
  missing_in_file: () => "Only in the ledger. The file may cover another account or project.",
  no_charge: ({ agrees }) =>
    agrees ? "No cost on either side." : "The provider charged nothing, for example because of a free tier.",
  day_boundary: () => "Agrees when combined with a neighboring day: the provider's day ends at a different time.",
  cached_tokens: ({ file, ledger }) =>
    `Cached tokens are counted differently: ${showCount(file?.cached_tokens)} in the file, ${showCount(ledger?.cached_tokens)} in the ledger.`,
  token_counts: ({ file, ledger }) =>
    `Token counts differ: ${tokens(file)} in the file, ${tokens(ledger)} in the ledger.`,
  price: () => "The tokens agree, so the provider charged a different price.",
  cost: () => "The costs differ. This file has no token counts: compare the provider's usage export as well.",
  rounding: () => "Differs only by rounding.",
};

/** Returns why the sides of a line differ, in a sentence for each reason; empty if they are equal. */
export function explainLine(line: ReconciliationLine): string {
  return line.reasons.map((reason) => EXPLANATIONS[reason](line)).join(" ");
}

function tokens(side: ReconciliationLine["file"] | ReconciliationLine["ledger"]): string {
  return `${showCount(side?.prompt_tokens)} in and ${showCount(side?.completion_tokens)} out`;
}

function showCount(count: number | null | undefined): string {
  return count === null || count === undefined ? "none stated" : formatCount(count);
}
