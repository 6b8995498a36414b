import type { InvoiceFormat } from "#lib/contract/reconciliation.ts";

/** The columns of a format that are read; `date` and those in `requires` must be in the file. */
export type InvoiceColumns = {
  provider: string;
  requires: readonly string[];
  date: string;
  /** Absent or empty in every record: the file is not split by model. */
  model?: string;
  /** Amounts that add up to the cost. */
  cost?: readonly string[];
  currency?: string;
  requests?: string | "records";
  /** Counts that add up to the prompt's tokens. */
  prompt?: readonly string[];
  completion?: string;
  cached?: string;
};

/**
 * The files that providers export, by the names of their columns. Sources, all read in November 2026:
 * OpenAI's costs and completions usage: exports of its usage dashboard as published in the repositories aiecon
 * (`start_time … amount_value, amount_currency, quantity, quantity_unit, line_item`) and xavierjflanagan/Guardian
 * (`… num_model_requests … input_tokens, output_tokens, input_cached_tokens`); its line items are `<model>, <kind>`.
 * Anthropic's costs and usage: exports of its console as published in axigatelabs/axigate-finops
 * (`usage_date_utc, model … token_type, cost_usd, list_price_usd`; amounts in cents) and ai-eng-audit
 * (`usage_date_utc, model_version … usage_input_tokens_no_cache …`).
 * OpenRouter's activity: by day as published in ai-eng-audit (`Date, Slug, Usage, BYOK Usage, Requests …`), by
 * generation with the column names that its activity page writes (`generation_id, created_at, cost_total …`).
 */
export const INVOICE_COLUMNS: Record<InvoiceFormat, InvoiceColumns> = {
  openai_costs: {
    provider: "openai",
    requires: ["amount_value"],
    date: "start_time_iso",
    model: "line_item",
    cost: ["amount_value"],
    currency: "amount_currency",
  },
  openai_usage: {
    provider: "openai",
    requires: ["num_model_requests", "input_tokens", "output_tokens"],
    date: "start_time_iso",
    model: "model",
    requests: "num_model_requests",
    prompt: ["input_tokens"],
    completion: "output_tokens",
    cached: "input_cached_tokens",
  },
  anthropic_costs: {
    provider: "anthropic",
    requires: ["cost_usd"],
    date: "usage_date_utc",
    model: "model",
    cost: ["cost_usd"],
  },
  anthropic_usage: {
    provider: "anthropic",
    requires: ["usage_input_tokens_no_cache", "usage_output_tokens"],
    date: "usage_date_utc",
    model: "model_version",
    prompt: [
      ...["usage_input_tokens_no_cache", "usage_input_tokens_cache_write_5m"],
      ...["usage_input_tokens_cache_write_1h", "usage_input_tokens_cache_read"],
    ],
    completion: "usage_output_tokens",
    cached: "usage_input_tokens_cache_read",
  },
  openrouter_activity: {
    provider: "openrouter",
    requires: ["slug", "usage", "requests"],
    date: "date",
    model: "slug",
    cost: ["usage"],
    requests: "requests",
    prompt: ["prompt tokens"],
    completion: "completion tokens",
  },
  openrouter_generations: {
    provider: "openrouter",
    requires: ["generation_id", "cost_total", "model_permaslug"],
    date: "created_at",
    model: "model_permaslug",
    cost: ["cost_total"],
    requests: "records",
    prompt: ["tokens_prompt"],
    completion: "tokens_completion",
    cached: "tokens_cached",
  },
};

/** Returns the format whose columns a file has; undefined if it is none. Names are in lower case. */
export function formatOf(columns: readonly string[]): InvoiceFormat | undefined {
  const formats = Object.keys(INVOICE_COLUMNS) as InvoiceFormat[];
  return formats.find((format) => {
    const { date, requires } = INVOICE_COLUMNS[format];
    return [date, ...requires].every((name) => columns.includes(name));
  });
}
