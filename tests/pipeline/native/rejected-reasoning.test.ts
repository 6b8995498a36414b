import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { type DialectName, type Event, post, recordOf, streamOf } from "../calling.ts";
import { LONG, rawJSON } from "./exact-values.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const bodies = () => upstream.requests.map(({ body }) => body as Event);
const NOTE = "reasoning of earlier turns: dropped";

/** Reasoning that another account of the provider has made. */
const OTHERS = "gAAAAAB-of-another-account";
const rejects = (text: string, message: string) => ({
  match: ({ raw }: RecordedRequest) => raw.includes(text),
  reply: {
    status: 400,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error: { type: "invalid_request_error", message, code: null } }),
  },
});

const hello = { role: "user", content: "Hello" };
const wait = { type: "function", name: "wait", parameters: { type: "object", properties: {} } };
const RESPONSES: Body = {
  model: "openai/gpt-5.5",
  input: [
    hello,
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: OTHERS },
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "wait", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "done" },
  ],
  tools: [wait],
};
const thinking = { type: "thinking", thinking: "Hm", signature: OTHERS };
const MESSAGES: Body = {
  model: "anthropic/claude-sonnet-4.5",
  max_tokens: 5_000,
  thinking: { type: "enabled", budget_tokens: 2_000 },
  messages: [
    hello,
    { role: "assistant", content: [thinking] },
    hello,
    { role: "assistant", content: [thinking, { type: "tool_use", id: "toolu_1", name: "wait", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }] },
  ],
  tools: [{ name: "wait", input_schema: { type: "object" } }],
};

const CASES: [DialectName, Body, string][] = [
  ["responses", RESPONSES, "The encrypted content gAAA...ount could not be verified."],
  ["messages", MESSAGES, "messages.1.content.0: Invalid `signature` in `thinking` block"],
];

describe.each(CASES)("reasoning in %s that the provider rejects", (dialect, body, message) => {
  test("is left out of a second request, and the response says so", async () => {
    upstream.script(rejects(OTHERS, message));
    const { status, text, headers } = await post(gateway, dialect, body, {
      headers: { "x-service-metadata": "enabled" },
    });
    expect(status, text).toBe(200);
    expect(text).toContain(NOTE);
    expect(upstream.requests).toHaveLength(2);
    expect(JSON.stringify(bodies()[1])).not.toContain(OTHERS);
    const record = await recordOf(gateway, headers);
    expect(record.provider_responses).toHaveLength(1);
  });

  test("keeps every digit of a long number in the second request", async () => {
    upstream.script(rejects(OTHERS, message));
    await post(gateway, dialect, { ...body, future_number: rawJSON(LONG) });
    expect(upstream.requests.map(({ raw }) => raw.includes(`"future_number":${LONG}`))).toEqual([true, true]);
  });

  test("is left out of a second stream", async () => {
    upstream.script(rejects(OTHERS, message));
    const { status, text } = await streamOf(gateway, dialect, body);
    expect(status, text).toBe(200);
    expect(upstream.requests).toHaveLength(2);
  });

  test("is sent once if the error is another one, or comes again", async () => {
    upstream.script(rejects(OTHERS, "Something else is wrong"));
    expect((await post(gateway, dialect, body)).status).toBe(400);
    expect(upstream.requests).toHaveLength(1);
    upstream.reset();
    upstream.script(rejects("Hello", message));
    const { status, text } = await post(gateway, dialect, body);
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(upstream.requests).toHaveLength(2);
  });
});

test("the calls that follow the reasoning keep their order and lose the ids that name it", async () => {
  upstream.script(rejects(OTHERS, CASES[0]?.[2] as string));
  await post(gateway, "responses", RESPONSES);
  expect(bodies()[1].input).toEqual([
    hello,
    { type: "function_call", call_id: "call_1", name: "wait", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "done" },
  ]);
});

test("a turn with calls is not asked to think within a budget, for which it would have to begin with thinking", async () => {
  upstream.script(rejects(OTHERS, CASES[1]?.[2] as string));
  await post(gateway, "messages", MESSAGES);
  expect(bodies()[1]).not.toHaveProperty("thinking");
  expect(bodies()[1].messages.map(({ content }: Event) => content[0]?.type ?? content)).toEqual([
    ...["Hello", "Hello", "tool_use", "tool_result"],
  ]);
});

test("a converted request is sent again too", async () => {
  upstream.script(rejects(OTHERS, CASES[1]?.[2] as string));
  const messages = [
    hello,
    {
      role: "assistant",
      content: "Hi",
      reasoning_details: [{ type: "reasoning.text", text: "Hm", signature: OTHERS, format: "anthropic-claude-v1" }],
    },
    hello,
  ];
  const body = { model: "anthropic/claude-sonnet-4.5", messages, reasoning: { max_tokens: 2_000 }, max_tokens: 5_000 };
  const { status, text } = await post(gateway, "chat", body, { headers: { "x-service-metadata": "enabled" } });
  expect(status, text).toBe(200);
  expect(text).toContain(NOTE);
  expect(bodies().map((sent) => JSON.stringify(sent).includes(OTHERS))).toEqual([true, false]);
});
