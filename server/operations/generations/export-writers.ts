import type { z } from "zod";
import type { EXPORT_FORMATS, GenerationSummary } from "#lib/contract/generation-list.ts";
import { csvLine } from "#lib/csv/csv-line.ts";
import type { ListedGeneration } from "#server/data/generation-list.ts";
import type { KeyNames } from "./key-names.ts";
import { summaryRecord } from "./summary-record.ts";

type Writer = {
  contentType: string;
  header?: string;
  lineOf(row: ListedGeneration, keys: KeyNames): string;
};

type Column = Exclude<keyof z.output<typeof GenerationSummary>, "rejection" | "tags">;

const COLUMNS: readonly Column[] = [
  ...(["id", "created_at", "operation", "status", "status_class", "error", "finish_reason"] as const),
  ...(["requested_model", "model", "provider_name", "attempts", "steps"] as const),
  ...(["api_key_hash", "api_key_name", "user_id", "external_user", "session_id", "agent", "repository"] as const),
  ...(["tokens_prompt", "tokens_completion", "tokens_cached", "tool_calls", "cost", "is_byok", "streamed"] as const),
  ...(["latency", "generation_time"] as const),
];

/** How each format writes the rows of the list. */
export const EXPORT_WRITERS: Record<(typeof EXPORT_FORMATS)[number], Writer> = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    header: csvLine([...COLUMNS, "cost_nano_usd", "rejection_reason", "rejection_field", "rejection_requests", "tags"]),
    lineOf(row, keys) {
      const { rejection, tags, ...record } = summaryRecord(row, keys);
      const rejected = [rejection?.reason, rejection?.field, rejection?.requests];
      return csvLine([...COLUMNS.map((column) => record[column]), row.costNanoUsd, ...rejected, tags.join(",")]);
    },
  },
  ndjson: {
    contentType: "application/x-ndjson",
    lineOf: (row, keys) => `${JSON.stringify({ ...summaryRecord(row, keys), cost_nano_usd: row.costNanoUsd })}\n`,
  },
};
