import { type ParquetWriteOptions, parquetWriteBuffer } from "hyparquet-writer";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import type { TraceEvent } from "./trace-event.ts";

type SchemaElement = NonNullable<ParquetWriteOptions["schema"]>[number];

type Column = {
  name: string;
  type: keyof typeof TYPES;
  isRequired?: true;
  read: (event: TraceEvent) => string | number | bigint | boolean | Date | null | undefined;
};

/**
 * Returns requests as a Parquet file, compressed with Snappy. Every file has all columns, whatever the destination
 * sends: absent values are null. Money is integer nano-USD, `created_at` is UTC in milliseconds, and fields with lists
 * or objects are JSON texts.
 */
export function encodeParquet(events: readonly TraceEvent[]): Uint8Array {
  const columnData = COLUMNS.map(({ name, read }) => ({ name, data: events.map((event) => read(event) ?? null) }));
  const options = { rowGroupSize: events.length, createdBy: "switchboard" };
  return new Uint8Array(parquetWriteBuffer({ columnData, schema: SCHEMA, ...options }));
}

const TYPES = {
  boolean: { type: "BOOLEAN" },
  int32: { type: "INT32" },
  int64: { type: "INT64" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  // Without the logical type, some readers take the times as local.
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
} satisfies Record<string, Partial<SchemaElement>>;

const COLUMNS: readonly Column[] = [
  { name: "id", type: "text", isRequired: true, read: ({ id }) => id },
  { name: "created_at", type: "time", isRequired: true, read: (event) => new Date(event.created_at) },
  { name: "workspace_id", type: "text", isRequired: true, read: (event) => event.workspace_id },
  { name: "operation", type: "text", isRequired: true, read: ({ operation }) => operation },
  { name: "dialect", type: "text", read: ({ dialect }) => dialect },
  { name: "requested_model", type: "text", read: (event) => event.requested_model },
  { name: "model", type: "text", read: ({ model }) => model },
  { name: "provider", type: "text", read: ({ provider }) => provider },
  { name: "upstream_id", type: "text", read: (event) => event.upstream_id },
  { name: "status", type: "int32", isRequired: true, read: ({ status }) => status },
  { name: "error", type: "text", read: ({ error }) => error },
  { name: "finish_reason", type: "text", read: (event) => event.finish_reason },
  { name: "streamed", type: "boolean", isRequired: true, read: ({ streamed }) => streamed },
  { name: "cancelled", type: "boolean", isRequired: true, read: ({ cancelled }) => cancelled },
  { name: "attempts", type: "int32", isRequired: true, read: ({ attempts }) => attempts },
  { name: "tokens_prompt", type: "int64", isRequired: true, read: (event) => whole(event.tokens_prompt) },
  { name: "tokens_completion", type: "int64", isRequired: true, read: (event) => whole(event.tokens_completion) },
  { name: "tokens_cached", type: "int64", isRequired: true, read: (event) => whole(event.tokens_cached) },
  { name: "tokens_reasoning", type: "int64", isRequired: true, read: (event) => whole(event.tokens_reasoning) },
  { name: "usage_units", type: "text", isRequired: true, read: (event) => JSON.stringify(event.usage_units) },
  { name: "queue_ms", type: "int32", isRequired: true, read: (event) => event.queue_ms },
  { name: "first_token_ms", type: "int32", read: (event) => event.first_token_ms },
  { name: "total_ms", type: "int32", isRequired: true, read: (event) => event.total_ms },
  { name: "cost_nano_usd", type: "int64", read: ({ cost }) => cost && whole(cost.cost_nano_usd) },
  { name: "upstream_inference_cost_nano_usd", type: "int64", read: upstreamNanoUsdOf },
  { name: "is_byok", type: "boolean", read: ({ cost }) => cost?.is_byok },
  { name: "unpriced_units", type: "text", read: ({ cost }) => cost && JSON.stringify(cost.unpriced_units) },
  { name: "api_key_name", type: "text", read: ({ identity }) => identity?.api_key_name },
  { name: "key_hash", type: "text", read: ({ identity }) => identity?.key_hash },
  { name: "user_id", type: "text", read: ({ identity }) => identity?.user_id },
  { name: "external_user", type: "text", read: ({ identity }) => identity?.external_user },
  { name: "request_id", type: "text", read: (event) => event.request_context?.request_id },
  { name: "session_id", type: "text", read: (event) => event.request_context?.session_id },
  { name: "tags", type: "text", read: ({ request_context: context }) => context && JSON.stringify(context.tags) },
  { name: "user_agent", type: "text", read: (event) => event.request_context?.user_agent },
  { name: "http_referer", type: "text", read: (event) => event.request_context?.http_referer },
  { name: "input", type: "text", read: ({ content }) => content && JSON.stringify(content.input) },
  { name: "output", type: "text", read: ({ content }) => content && JSON.stringify(content.output) },
  { name: "input_cut", type: "boolean", read: ({ content }) => content?.input_cut },
  { name: "output_cut", type: "boolean", read: ({ content }) => content?.output_cut },
];

const SCHEMA: SchemaElement[] = [
  { name: "root", num_children: COLUMNS.length },
  ...COLUMNS.map(
    ({ name, type, isRequired }): SchemaElement => ({
      name,
      ...TYPES[type],
      repetition_type: isRequired ? "REQUIRED" : "OPTIONAL",
    }),
  ),
];

/** The event has this amount only in USD, which prints with its exact decimals. */
function upstreamNanoUsdOf({ cost }: TraceEvent): bigint | undefined {
  const nanoUsd = cost && nanoUsdOf(cost.upstream_inference_cost);
  return nanoUsd === undefined ? undefined : BigInt(nanoUsd);
}

/** An upstream may report a part of a token, which an integer column cannot have. */
function whole(count: number): bigint {
  return BigInt(Math.round(count));
}
