import { parquetMetadata, parquetReadObjects, parquetSchema } from "hyparquet";
import { expect, test } from "vitest";
import { encodeParquet } from "#server/jobs/destinations/encode-parquet.ts";
import type { TraceEvent } from "#server/jobs/destinations/trace-event.ts";

const LEAST: TraceEvent = {
  id: "gen-1",
  created_at: "2026-11-24T23:59:59.987Z",
  workspace_id: "0b2d",
  operation: "createResponse",
  dialect: null,
  requested_model: "模型/ümlaut-😀",
  model: null,
  provider: null,
  upstream_id: null,
  status: 200,
  error: null,
  finish_reason: null,
  streamed: false,
  cancelled: true,
  attempts: 0,
  tokens_prompt: Number.MAX_SAFE_INTEGER,
  tokens_completion: 2,
  tokens_cached: 0,
  tokens_reasoning: 0.5,
  usage_units: { input_tokens: 3 },
  queue_ms: 0,
  first_token_ms: null,
  total_ms: 12,
};

const WHOLE: TraceEvent = {
  ...LEAST,
  id: "gen-2",
  dialect: "chat",
  cost: {
    total_cost: 0.1,
    upstream_inference_cost: 8.123456789,
    cost_nano_usd: Number.MAX_SAFE_INTEGER - 2,
    is_byok: true,
    unpriced_units: ["images"],
  },
  identity: { api_key_name: "CI", key_hash: "abc", user_id: null, external_user: "ada" },
  request_context: { request_id: "req-1", session_id: "s", tags: ["team:a"], user_agent: null, http_referer: null },
  content: {
    input: { messages: [{ role: "user", content: "hi" }] },
    output: { completion: "hello", reasoning: null, tool_calls: [] },
    input_cut: false,
    output_cut: true,
  },
};

const bufferOf = (events: TraceEvent[]) => encodeParquet(events).buffer as ArrayBuffer;
const rowsOf = (events: TraceEvent[]) => parquetReadObjects({ file: bufferOf(events) });
const schemaOf = (events: TraceEvent[]) =>
  parquetSchema(parquetMetadata(bufferOf(events))).children.map(({ element }) => element);

test("a reader gets exact integers, UTC times, texts and nulls", async () => {
  const [least, whole] = await rowsOf([LEAST, WHOLE]);
  expect(least).toMatchObject({
    id: "gen-1",
    created_at: new Date("2026-11-24T23:59:59.987Z"),
    requested_model: "模型/ümlaut-😀",
    streamed: false,
    cancelled: true,
    tokens_prompt: 9_007_199_254_740_991n,
    tokens_reasoning: 1n,
    usage_units: '{"input_tokens":3}',
  });
  expect([least?.model, least?.first_token_ms, least?.cost_nano_usd, least?.input]).toEqual([null, null, null, null]);
  expect(whole).toMatchObject({
    cost_nano_usd: 9_007_199_254_740_989n,
    upstream_inference_cost_nano_usd: 8_123_456_789n,
    is_byok: true,
    unpriced_units: '["images"]',
    external_user: "ada",
    session_id: "s",
    tags: '["team:a"]',
    output: '{"completion":"hello","reasoning":null,"tool_calls":[]}',
    output_cut: true,
  });
});

test("costs and tokens are 64-bit integers, and times are marked as UTC", () => {
  const types = Object.fromEntries(schemaOf([WHOLE]).map((element) => [element.name, element]));
  for (const name of ["cost_nano_usd", "upstream_inference_cost_nano_usd", "tokens_prompt", "tokens_completion"]) {
    expect(types[name]?.type).toBe("INT64");
  }
  expect(types.created_at).toMatchObject({
    type: "INT64",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  });
});

test("every file has the same columns, whatever the destination sends", () => {
  expect(schemaOf([LEAST])).toEqual(schemaOf([WHOLE]));
});
