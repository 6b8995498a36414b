import { expect, test } from "vitest";
import { spansOf } from "#tests/support/otlp-request.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { startTraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import { callModel, DESTINATION_ENV, newDestination, setUpDestinations, untilHealth } from "./set-up-destinations.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: DESTINATION_ENV });
const receiver = startedOnce("trace receiver", startTraceReceiver, (started) => started.close());

const collector = (workspace: string, more: object = {}) =>
  newDestination(gateway, {
    type: "otel-collector",
    config: { endpoint: `${receiver.url}/otel`, headers: { Authorization: "Basic abc" } },
    workspace_id: workspace,
    ...more,
  });

test("an OTLP destination receives a span per request with the GenAI attributes, in protobuf", async () => {
  const stored = { is_observability_io_logging_enabled: true, io_logging_sampling_rate: 1 };
  const { workspace, key } = await setUpDestinations(gateway, "otlp", stored);
  const id = await collector(workspace, {
    broadcast_generation_cost: true,
    broadcast_generation_identity: true,
    broadcast_generation_request_context: true,
  });
  const [generation] = await callModel(gateway, key, 1, {
    model: "openai/gpt-5-mini",
    max_tokens: 50,
    session_id: "session-7",
    tags: ["team:search", "env:prod"],
    user: "anna",
  });
  await untilHealth(gateway, id, { delivered: 1 });
  const [request] = receiver.accepted as [(typeof receiver.accepted)[number]];
  expect([request.method, request.path, request.headers["content-type"], request.headers.authorization]).toEqual([
    "POST",
    "/otel/v1/traces",
    "application/x-protobuf",
    "Basic abc",
  ]);
  const [span] = spansOf(request.body);
  const record = (await gateway.call("GET", `/generation?id=${generation}`)).body.data;
  expect(span).toMatchObject({ kind: 3, name: "chat openai/gpt-5-mini", resource: { "service.name": "switchboard" } });
  expect(span?.status).toEqual({});
  expect(span?.startTimeUnixNano).toBe(String(BigInt(Date.parse(record.created_at)) * 1_000_000n));
  expect(span?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "openai/gpt-5-mini",
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": record.tokens_prompt,
    "gen_ai.usage.output_tokens": record.tokens_completion,
    "gen_ai.usage.cost": record.total_cost,
    "gen_ai.conversation.id": "session-7",
    "switchboard.tags": ["team:search", "env:prod"],
    "tag.tags": ["team:search", "env:prod"],
    "user.id": "anna",
    "openinference.span.kind": "LLM",
    "switchboard.generation.id": generation,
  });
  expect(JSON.parse(span?.attributes["gen_ai.input.messages"] as string)).toEqual([
    { role: "user", parts: [{ type: "text", content: "a purple prompt" }] },
  ]);
  const [answer] = JSON.parse(span?.attributes["gen_ai.output.messages"] as string);
  expect(answer).toMatchObject({ role: "assistant", parts: [{ type: "text", content: expect.any(String) }] });
});

test("a failed request has a span with an error, and a request always has the same ids", async () => {
  const { workspace, key } = await setUpDestinations(gateway, "otlp-errors");
  receiver.accepted.length = 0;
  const ids = [await collector(workspace), await collector(workspace)];
  const body = {
    model: "openai/gpt-5-mini",
    max_tokens: 50,
    messages: [{ role: "user", content: "purple fault-400" }],
  };
  expect((await gateway.call("POST", "/chat/completions", body, { key })).status).toBe(400);
  for (const id of ids) await untilHealth(gateway, id, { delivered: 1 });
  const [first, second] = receiver.accepted.flatMap(({ body: bytes }) => spansOf(bytes));
  expect([first?.traceId, first?.spanId]).toEqual([second?.traceId, second?.spanId]);
  expect(first).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "400" } });
  expect(JSON.stringify(first)).not.toContain("purple");
});
