import { describe, expect, test } from "vitest";
import { startCollector } from "#tests/support/servers/collector.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { post, saying, streamOf } from "../calling.ts";
import { callsThenText } from "../server-tools/asking.ts";
import { exportingTo, newTrace } from "./tracing.ts";

const collector = startedOnce("collector", startCollector, (started) => started.close());
const upstream = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "anthropic"],
  env: { ...exportingTo(collector.url), OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test" },
}));
const [SERVER, CLIENT] = [2, 3];
const ERROR = { code: 2 };
const nanos = (text: string | undefined) => BigInt(text ?? 0);

describe.each([
  ["native", "openai/gpt-5-mini", "openai"],
  ["converted", "anthropic/claude-sonnet-4.5", "anthropic"],
])("a call, %s", (_, model, provider) => {
  test.each(["whole", "streamed"])("has a server span and a client span, %s", async (form) => {
    const { traceId, spanId, headers } = newTrace();
    const body = saying("chat", model, "Hello", { max_tokens: 50 });
    const send = form === "whole" ? post : streamOf;
    const response = await send(gateway, "chat", body, { headers });
    expect(response.status).toBe(200);

    const [call, attempt] = await collector.trace(traceId, 2);
    expect(call).toMatchObject({ name: `chat ${model}`, kind: SERVER, parentSpanId: spanId });
    expect(call?.status?.code ?? 0).toBe(0);
    expect(call?.resource).toMatchObject({
      "service.name": "switchboard",
      "deployment.environment.name": "test",
    });
    expect(call?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model,
      "gen_ai.request.stream": form === "streamed",
      "gen_ai.response.model": model,
      "gen_ai.response.id": expect.any(String),
      "gen_ai.response.finish_reasons": [provider === "openai" ? "stop" : "end_turn"],
      "http.response.status_code": 200,
      "switchboard.dialect": "chat",
      "switchboard.operation": "createChatCompletion",
      "switchboard.generation.id": response.headers.get("x-generation-id"),
      "switchboard.attempts": 1,
    });
    const { body: generation } = await gateway.call("GET", `/generation?id=${response.headers.get("x-generation-id")}`);
    expect(call?.attributes["switchboard.cost.nano_usd"]).toBe(generation.data.cost_nano_usd);
    expect(call?.attributes["gen_ai.usage.input_tokens"]).toBe(generation.data.tokens_prompt);
    expect(call?.attributes["gen_ai.usage.output_tokens"]).toBe(generation.data.tokens_completion);

    expect(attempt).toMatchObject({ kind: CLIENT, parentSpanId: call?.spanId });
    expect(attempt?.status?.code ?? 0).toBe(0);
    expect(attempt?.attributes).toMatchObject({
      "gen_ai.provider.name": provider,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(upstream.url).port),
      "http.response.status_code": 200,
      "gen_ai.response.time_to_first_chunk": expect.any(Number),
    });
    expect(nanos(attempt?.startTimeUnixNano)).toBeGreaterThanOrEqual(nanos(call?.startTimeUnixNano));
    expect(nanos(attempt?.endTimeUnixNano)).toBeLessThanOrEqual(nanos(call?.endTimeUnixNano));
  });
});

test("each failed attempt has a span with its status, and the call has the successful one's", async () => {
  const { traceId, headers } = newTrace();
  upstream.script({ match: ({ path }) => path.startsWith("/openai"), times: 2, fault: { status: 503 } });
  const models = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"];
  const body = { ...saying("chat", models[0] as string, "Hello"), models };
  const response = await post(gateway, "chat", body, { headers });
  expect(response.status).toBe(200);
  const { data } = (await gateway.call("GET", `/generation?id=${response.headers.get("x-generation-id")}`)).body;
  const tried = data.provider_responses.length;
  expect(tried).toBeGreaterThanOrEqual(2);
  const [call, ...attempts] = await collector.trace(traceId, 1 + tried);
  expect(call?.attributes).toMatchObject({ "gen_ai.provider.name": "anthropic", "switchboard.attempts": tried });
  expect(attempts[0]).toMatchObject({ status: ERROR, parentSpanId: call?.spanId });
  expect(attempts[0]?.attributes).toMatchObject({ "http.response.status_code": 503, "error.type": "503" });
  expect(attempts.at(-1)?.attributes["gen_ai.provider.name"]).toBe("anthropic");
  expect(upstream.requests.map(({ headers: sent }) => sent.traceparent)).toEqual(
    attempts.map(({ spanId }) => `00-${traceId}-${spanId}-01`),
  );
});

test("the span of a failed call has its status and no message", async () => {
  const { traceId, headers } = newTrace();
  upstream.script({ fault: { status: 400 } });
  const { status } = await post(
    gateway,
    "messages",
    saying("messages", "anthropic/claude-sonnet-4.5", "Hi", { max_tokens: 9 }),
    { headers },
  );
  expect(status).toBe(400);
  const [call, attempt] = await collector.trace(traceId, 2);
  expect(call?.attributes).toMatchObject({ "error.type": "400", "http.response.status_code": 400 });
  expect(attempt).toMatchObject({ status: ERROR });
});

test("a stream that breaks off is a failure on both spans", async () => {
  const { traceId, headers } = newTrace();
  upstream.script({ fault: { cutAfterEvents: 3 } });
  await streamOf(gateway, "chat", saying("chat", "openai/gpt-5-mini", "fault-words-50"), { headers });
  const [call, attempt] = await collector.trace(traceId, 2);
  expect(call?.attributes["gen_ai.response.finish_reasons"]).toEqual(["error"]);
  expect(attempt).toMatchObject({ status: ERROR, attributes: { "error.type": expect.stringMatching(/^5/) } });
});

test("a call to a model that no provider serves has one failed span", async () => {
  const { traceId, headers } = newTrace();
  const { status } = await post(gateway, "chat", saying("chat", "nobody/nothing", "Hi"), { headers });
  const [call] = await collector.trace(traceId, 1);
  expect(call?.attributes["error.type"]).toBe(String(status));
});

test("embeddings have their own operation name", async () => {
  const { traceId, headers } = newTrace();
  const body = { model: "openai/text-embedding-3-small", input: "Hello" };
  const { status } = await gateway.call("POST", "/embeddings", body, { headers });
  expect(status).toBe(200);
  const [call, attempt] = await collector.trace(traceId, 2);
  expect(call).toMatchObject({ name: "embeddings openai/text-embedding-3-small" });
  expect(attempt?.attributes).toMatchObject({
    "gen_ai.operation.name": "embeddings",
    "http.response.status_code": 200,
  });
});

test.each(["whole", "streamed"])("a server tool loop has a span for each step and tool, %s", async (form) => {
  const { traceId, headers } = newTrace();
  callsThenText(upstream, "It is late.", [{ name: "datetime", arguments: {} }]);
  const body = saying("chat", "openai/gpt-5-mini", "What time is it?", { tools: [{ type: "switchboard:datetime" }] });
  await (form === "whole" ? post : streamOf)(gateway, "chat", body, { headers });
  const [call, first, tool, second] = await collector.trace(traceId, 4);
  expect([first, second].map((span) => span?.kind)).toEqual([CLIENT, CLIENT]);
  expect(tool).toMatchObject({ name: "execute_tool datetime", parentSpanId: call?.spanId });
  expect(tool?.status?.code ?? 0).toBe(0);
  expect(tool?.attributes).toMatchObject({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "datetime" });
  expect(nanos(first?.endTimeUnixNano)).toBeLessThanOrEqual(nanos(tool?.startTimeUnixNano));
  expect(nanos(second?.startTimeUnixNano)).toBeGreaterThanOrEqual(nanos(tool?.endTimeUnixNano));
});

test("no prompt, response, parameter or key is exported", async () => {
  const { traceId, headers } = newTrace();
  const body = saying("chat", "openai/gpt-5-mini", "my-secret-prompt", { temperature: 0.123456, user: "user-4711" });
  await post(gateway, "chat", body, { headers });
  upstream.script({ reply: { status: 400, body: '{"error":{"message":"my-secret-prompt is bad","type":"invalid"}}' } });
  await post(gateway, "chat", body, { headers });
  await collector.trace(traceId, 4);
  const sent = Buffer.concat(collector.requests.map(({ bytes }) => bytes)).toString("latin1");
  expect(sent).toContain("gen_ai.request.model");
  for (const secret of [
    "my-secret-prompt",
    "You said",
    "0.123456",
    "user-4711",
    "key-of-openai",
    gateway.managementKey,
  ]) {
    expect(sent).not.toContain(secret);
  }
});

test("the exporter sends the headers that the operator set", async () => {
  const { traceId, headers } = newTrace();
  await post(gateway, "chat", saying("chat", "openai/gpt-5-mini", "Hello"), { headers });
  await collector.trace(traceId, 2);
  expect(collector.requests.at(-1)?.headers["x-collector-key"]).toBe("secret-of-the-collector");
});
