import { describe, expect, test } from "vitest";
import type { Body, Observation } from "#server/dialects/dialect.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { callParts, context, encodeAll, finish, reasoningParts, textParts } from "../neutral-parts.ts";

test.each<[Body, Observation]>([
  [
    { type: "response.created", response: { id: "resp_1", model: "gpt", usage: null } },
    { id: "resp_1", model: "gpt" },
  ],
  [{ type: "response.output_item.added", item: { type: "message", content: [] } }, {}],
  [
    { type: "response.output_item.added", item: { type: "function_call", arguments: "" } },
    { content: true, toolCalls: 1 },
  ],
  [
    { type: "response.output_text.delta", delta: "Hi" },
    { content: true, text: "Hi" },
  ],
  [{ type: "response.output_text.delta", delta: "" }, {}],
  [
    { type: "response.reasoning_summary_text.delta", delta: "Hm" },
    { content: true, text: "Hm" },
  ],
  [
    { type: "response.function_call_arguments.delta", delta: "{}" },
    { content: true, text: "{}" },
  ],
  [
    { type: "response.refusal.delta", delta: "No" },
    { content: true, text: "No" },
  ],
  [{ type: "response.audio.delta", delta: "aGk=" }, { content: true }],
  [{ type: "response.output_text.done", text: "Hi" }, {}],
  [
    { type: "response.completed", response: { id: "resp_1", status: "completed", usage: { total_tokens: 3 } } },
    { id: "resp_1", usage: { total_tokens: 3 }, finish: "completed", end: true },
  ],
  [
    {
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
    },
    { finish: "max_output_tokens", end: true },
  ],
  [
    {
      type: "response.failed",
      response: { status: "failed", error: { code: "rate_limit_exceeded", message: "slow down" } },
    },
    {
      finish: "failed",
      end: true,
      error: { status: 429, message: "slow down", raw: { code: "rate_limit_exceeded", message: "slow down" } },
    },
  ],
  [
    { type: "error", code: "server_error", message: "oops", param: null },
    {
      error: {
        status: 500,
        message: "oops",
        raw: { type: "error", code: "server_error", message: "oops", param: null },
      },
    },
  ],
  [
    { error: { code: 529, message: "full" } },
    { error: { status: 529, message: "full", raw: { code: 529, message: "full" } } },
  ],
  [{ type: "keepalive" }, {}],
])("%j", (event, observation) => {
  expect(responses.observeEvent(event)).toEqual(observation);
});

describe("a response", () => {
  const parts = [
    ...reasoningParts("Hm.", 1),
    ...textParts("Hello", 2),
    ...callParts("c", "f", '{"a":1}', 3),
    finish("tool-calls"),
  ];
  const events = encodeAll(responses.encoder(context), parts);
  const observed = events.map(({ data }) => data).filter((data) => data !== "[DONE]") as Body[];

  test("reports the same whole and streamed", () => {
    const stream = observed.map(responses.observeEvent);
    expect(responses.observeResponse(responses.collect(events))).toMatchObject({
      id: "gen-1",
      model: "author/model",
      content: true,
      text: stream.map(({ text }) => text ?? "").join(""),
      usage: stream.at(-1)?.usage,
      finish: "completed",
      end: true,
    });
  });

  test("is an error with status 200 if it failed", () => {
    const failed = { id: "resp_1", status: "failed", error: { code: "server_error", message: "oops" }, output: [] };
    expect(responses.observeResponse(failed)).toMatchObject({ error: { status: 500, message: "oops" } });
    expect(responses.observeResponse({ error: { message: "oops" } })).toMatchObject({ error: { status: 502 } });
    expect(responses.observeResponse({ status: "cancelled", output: [] })).toMatchObject({ error: { status: 502 } });
  });
});
