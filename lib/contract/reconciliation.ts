import { z } from "zod";
import { WorkspaceFilter } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const MAX_INVOICE_BYTES = 32 * 1024 * 1024;

export const INVOICE_FORMATS = {
  openai_costs: "OpenAI, costs",
  openai_usage: "OpenAI, completions usage",
  anthropic_costs: "Anthropic, costs",
  anthropic_usage: "Anthropic, usage",
  openrouter_activity: "OpenRouter, activity by day",
  openrouter_generations: "OpenRouter, generations",
} as const;

export type InvoiceFormat = keyof typeof INVOICE_FORMATS;

export const RECONCILIATION_REASONS = [
  ...["missing_in_ledger", "missing_in_file", "no_charge", "day_boundary", "cached_tokens", "token_counts"],
  ...["price", "cost", "rounding"],
] as const;

export const PAID_BY = ["all", "gateway", "byok"] as const;

const count = z.number().int();
const usd = z.string().regex(/^-?\d+(\.\d+)?$/);

const side = {
  requests: count.nullable(),
  prompt_tokens: count.nullable().describe("With cached tokens and cache writes"),
  completion_tokens: count.nullable(),
  cached_tokens: count.nullable(),
};

const Line = z
  .object({
    date: z.string().describe("UTC date, YYYY-MM-DD"),
    model: z.string().nullable().describe("The model as the file names it; null if its costs are not split by model"),
    agrees: z.boolean(),
    reasons: z.array(z.enum(RECONCILIATION_REASONS)),
    file: z
      .object({ ...side, cost_usd: usd.nullable() })
      .nullable()
      .describe("What the file states. Null if it lacks the line; fields that its format does not state are null."),
    ledger: z
      .object({ ...side, cost_usd: usd })
      .nullable()
      .describe("What the gateway recorded; null if there is nothing"),
    difference_usd: usd.nullable().describe("Cost in the file less the cost in the ledger; null without a cost"),
  })
  .meta({ id: "ReconciliationLine" });

export const reconcileInvoice = endpoint({
  id: "reconcileInvoice",
  resource: "reconciliation",
  method: "POST",
  path: "/reconciliation",
  roles: "administrators",
  access: "management",
  isQuery: true,
  summary: "Reconcile a provider's usage export",
  description:
    "Compares a CSV file that a provider exports with the ledger, by UTC day and model. The body is a form with the " +
    `file in the part \`file\`. Formats: ${Object.values(INVOICE_FORMATS).join("; ")}. The file is not stored.`,
  query: z.object({
    workspace_id: WorkspaceFilter,
    paid_by: z
      .enum(PAID_BY)
      .default("all")
      .describe("`gateway`: only requests with system credentials; `byok`: only those with BYOK credentials"),
  }),
  multipart: true,
  response: z.object({
    format: z.enum(Object.keys(INVOICE_FORMATS) as [InvoiceFormat, ...InvoiceFormat[]]),
    provider_name: z.string(),
    from: z.string().describe("First UTC day in the file"),
    to: z.string().describe("Last UTC day in the file"),
    records: count.describe("Number of records in the file"),
    totals: z.object({
      lines: count,
      differing: count,
      file_usd: usd.nullable(),
      ledger_usd: usd,
      difference_usd: usd.nullable(),
    }),
    data: z.array(Line).describe("By day and model, oldest day first"),
  }),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});
