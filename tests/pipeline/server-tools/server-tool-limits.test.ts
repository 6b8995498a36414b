import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Event } from "../calling.ts";
import { post, recordOf, saying } from "../calling.ts";
import { callsThenText } from "./asking.ts";

// 0.15 USD for a million tokens of input, 0.60 for output.
const MODEL = "openai/gpt-4o-mini";
const CLOCK = { tools: [{ type: "switchboard:datetime" }], max_tokens: 1000 };
const CALL = { toolCalls: [{ name: "datetime", arguments: {} }], text: "", finish: "tool" as const };

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: { SERVER_TOOL_MAX_STEPS: "12" } });

test("256 concurrent loops on one limit never exceed it", async () => {
  const limitUsd = 0.02;
  const { key, hash } = await gateway.newKey({ limit: limitUsd });
  const usage = { inputTokens: 10, outputTokens: 1000 };
  // Every response calls the tool until the loop has made three steps.
  upstream.script({ fault: { headersDelayMs: 30 }, answer: CALL, usage });
  const body = saying("chat", MODEL, "Time?", {
    ...CLOCK,
    stop_server_tools_when: [{ type: "step_count_is", step_count: 3 }],
  });
  const responses = await Promise.all(Array.from({ length: 256 }, () => post(gateway, "chat", body, { key })));
  const ids = responses.filter(({ headers }) => headers.has("x-generation-id"));
  const records = await Promise.all(ids.map(({ headers }) => recordOf(gateway, headers)));
  const spent = records.reduce((sum, { cost_nano_usd: cost }) => sum + cost, 0);
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThanOrEqual(limitUsd * 1e9);
  expect(records.every(({ cost_proof: proof }) => proof.holds)).toBe(true);
  const steps = records.reduce((sum, { steps: all }) => sum + all.length, 0);
  expect(steps).toBe(upstream.requests.length);
  const { body: shown } = await gateway.call("GET", `/keys/${hash}`);
  expect(shown.data.usage).toBeCloseTo(spent / 1e9, 9);
});

test("a limit that does not cover the next step ends the loop with 402, and finished steps are charged", async () => {
  // One step costs 0.0006 USD; two are more than the limit.
  const { key } = await gateway.newKey({ limit: 0.001 });
  upstream.script({ answer: CALL, usage: { inputTokens: 10, outputTokens: 1000 } });
  const { status, headers } = await post(gateway, "chat", saying("chat", MODEL, "Time?", CLOCK), { key });
  expect(status).toBe(402);
  const record = await recordOf(gateway, headers);
  expect(record.cost_nano_usd).toBe(10 * 150 + 1000 * 600);
  expect(upstream.requests).toHaveLength(1);
});

test("a step that could exceed max_cost is not started", async () => {
  upstream.script({ answer: CALL, usage: { inputTokens: 10, outputTokens: 1000 } });
  const stop = [{ type: "max_cost", max_cost_in_dollars: 0.0015 }];
  const body = saying("chat", MODEL, "Time?", { ...CLOCK, stop_server_tools_when: stop });
  const { status, headers } = await post(gateway, "chat", body);
  expect(status).toBe(200);
  const record = await recordOf(gateway, headers);
  expect(record.steps).toHaveLength(2);
  expect(record.cost_nano_usd).toBeLessThanOrEqual(1_500_000);
});

test("ten steps are one generation, whose cost is the sum of its steps at their own prices", async () => {
  const calls = Array.from({ length: 9 }, () => [{ name: "datetime", arguments: {} }]);
  callsThenText(upstream, "Done.", ...calls);
  const { headers } = await post(gateway, "chat", saying("chat", MODEL, "Time?", CLOCK));
  const record = await recordOf(gateway, headers);
  expect(record.steps).toHaveLength(10);
  expect(record.usage_units.requests).toBe(10);
  const sum = record.steps.reduce((total: number, { cost_nano_usd: cost }: Event) => total + cost, 0);
  expect(Math.abs(sum - record.cost_nano_usd)).toBeLessThanOrEqual(5);
  expect(record.cost_proof.holds).toBe(true);
});

test("a model that never stops is stopped at the maximum number of steps", async () => {
  upstream.script({ answer: CALL });
  const stop = [{ type: "finish_reason_is", reason: "never" }];
  const body = saying("messages", MODEL, "Time?", { ...CLOCK, stop_server_tools_when: stop });
  const { text } = await post(gateway, "messages", body);
  expect(JSON.parse(text).stop_reason).toBe("pause_turn");
  expect(upstream.requests).toHaveLength(12);
});

test("max_tool_calls ends a loop without conditions", async () => {
  upstream.script({ answer: CALL });
  const body = saying("responses", MODEL, "Time?", { tools: CLOCK.tools, max_tool_calls: 2 });
  const { text } = await post(gateway, "responses", body);
  expect(JSON.parse(text)).toMatchObject({ status: "incomplete" });
  expect(upstream.requests).toHaveLength(2);
});

test("calls beyond max_tool_calls do not run, also within one step", async () => {
  callsThenText(upstream, "Not reached.", Array(5).fill({ name: "datetime", arguments: {} }));
  const body = saying("responses", MODEL, "Time?", { tools: CLOCK.tools, max_tool_calls: 2 });
  const { output, status } = JSON.parse((await post(gateway, "responses", body)).text);
  expect(status).toBe("incomplete");
  const errors = output.map(({ error }: Event) => error);
  expect(errors.slice(0, 2)).toEqual([null, null]);
  expect(errors.slice(2)).toEqual(Array(3).fill(expect.stringContaining("maximum number of tool calls")));
});
