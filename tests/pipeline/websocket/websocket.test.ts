import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, textIn } from "../calling.ts";
import { type Client, connect, rejection } from "./connect.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic"],
  env: { MAX_BODY_BYTES: "200000", MAX_BODY_BYTES_IN_FLIGHT: "1000000" },
});

const NATIVE = "openai/gpt-5-mini";
const CONVERTED = "anthropic/claude-sonnet-4.5";
const TOOLS = [{ type: "function", name: "look_up", parameters: { type: "object", properties: {} } }];

const create = (model: string, input: unknown, more: object = {}) => ({
  type: "response.create",
  model,
  input,
  ...more,
});
const typesIn = (events: Event[]) => events.map(({ type }) => type);
const finalOf = (events: Event[]) => events.at(-1).response;
const errorOf = (events: Event[]) => events.at(-1);

async function recordsOf(session: string): Promise<Event[]> {
  return (await gateway.call("GET", `/generations?session_id=${session}`)).body.data;
}

describe.each([NATIVE, CONVERTED])("a connection to %s", (model) => {
  test("runs a tool loop, in which each request needs only its new input", async () => {
    const session = `loop-${crypto.randomUUID()}`;
    const client = await connect(gateway, { headers: { "session-id": session, "user-agent": "codex_cli_rs/9.8.7" } });
    const first = await client.turn(create(model, "Please use the tool", { tools: TOOLS }));
    expect(typesIn(first)).toContain("response.created");
    const call = finalOf(first).output.find((item: Event) => item.type === "function_call");
    expect(call.name).toBe("look_up");
    const output = { type: "function_call_output", call_id: call.call_id, output: "forty-two" };
    const second = await client.turn(
      create(model, [output], { tools: TOOLS, previous_response_id: finalOf(first).id }),
    );
    expect(textIn(second)).toBe("The tool said: forty-two");
    const third = await client.turn(create(model, "And now?", { previous_response_id: finalOf(second).id }));
    expect(textIn(third)).toBe("You said: And now?");
    client.socket.close();
    const sent = JSON.stringify(upstream.requests.at(-1)?.body);
    for (const part of ["Please use the tool", "look_up", "forty-two", "And now?"]) expect(sent).toContain(part);
    const records = await recordsOf(session);
    expect(records).toHaveLength(3);
    for (const { id } of records) {
      const { body } = await gateway.call("GET", `/generation?id=${id}`);
      expect(body.data).toMatchObject({ agent: "codex", agent_version: "9.8.7", streamed: true, status: 200 });
    }
  });

  test("reports an upstream's failure as an event, and serves the next request", async () => {
    const client = await connect(gateway);
    upstream.script({ times: 10, fault: { status: 400 } });
    expect(errorOf(await client.turn(create(model, "Hi")))).toMatchObject({
      type: "error",
      status: 400,
      error: { message: expect.any(String), param: null },
      headers: { "x-request-id": expect.any(String), "x-generation-id": expect.any(String) },
    });
    upstream.reset();
    expect(textIn(await client.turn(create(model, "Hi")))).toBe("You said: Hi");
    client.socket.close();
  });

  test("whose caller disconnects stops the upstream, and is charged for what was delivered", async () => {
    const session = `left-${crypto.randomUUID()}`;
    upstream.script({ fault: { replyWords: 1000, eventDelayMs: 20 } });
    const client = await connect(gateway, { headers: { "x-session-id": session } });
    client.send(create(model, "Hi"));
    for (let count = 0; count < 8; count++) await client.next();
    client.socket.terminate();
    await upstream.requests[0]?.closed;
    expect(upstream.requests[0]?.aborted).toBe(true);
    await expect.poll(async () => (await recordsOf(session))[0]?.status_class, { timeout: 10_000 }).toBe("cancelled");
    const { body } = await gateway.call("GET", `/generation?id=${(await recordsOf(session))[0].id}`);
    expect(body.data.tokens_completion).toBeGreaterThan(1);
    expect(body.data.tokens_completion).toBeLessThan(500);
    expect(body.data.cost_nano_usd).toBeGreaterThan(0);
  });
});

describe("limits and guardrails", () => {
  test("a reached budget and a reached rate limit are errors with a status and a code", async () => {
    const poor = await gateway.newKey({ limit: 0.000001 });
    const client = await connect(gateway, { key: poor.key });
    expect(errorOf(await client.turn(create(NATIVE, "Hi")))).toMatchObject({
      status: 402,
      error: { code: "insufficient_quota", type: "billing_error" },
    });
    expect(upstream.requests).toEqual([]);
    client.socket.close();
  });

  test("a budget of a tag or session in the handshake, or each end user, rejects only what it counts", async () => {
    const { key } = await gateway.newKey();
    for (const sharers of [
      { tags: ["team:socket"] },
      { external_users: ["anna-socket"], per_external_user: true },
      { tags: ["team:agents"], per_session: true },
    ]) {
      const body = { name: JSON.stringify(sharers), limit_usd: 0.000001, ...sharers };
      expect((await gateway.call("POST", "/workspaces/default/shared-budgets", body)).status).toBe(201);
    }
    const rejected = { status: 402, error: { code: "insufficient_quota" } };
    const tagged = await connect(gateway, { key, headers: { "x-switchboard-tags": "team:socket" } });
    expect(errorOf(await tagged.turn(create(NATIVE, "Hi")))).toMatchObject(rejected);
    const client = await connect(gateway, { key });
    expect(errorOf(await client.turn({ ...create(NATIVE, "Hi"), user: "anna-socket" }))).toMatchObject(rejected);
    expect((await client.turn({ ...create(NATIVE, "Hi"), user: "ben" })).at(-1).type).toBe("response.completed");
    const agent = await connect(gateway, { key, headers: { session_id: "runaway" } });
    expect(errorOf(await agent.turn({ ...create(NATIVE, "Hi"), tags: ["team:agents"] }))).toMatchObject(rejected);
    expect((await agent.turn(create(NATIVE, "Hi"))).at(-1).type).toBe("response.completed");
    for (const { socket } of [tagged, client, agent]) socket.close();
  });

  test("a guardrail blocks a request, and the tool result that a later one adds", async () => {
    const { key, hash } = await gateway.newKey();
    const { body } = await gateway.call("POST", "/guardrails", {
      name: "Emails",
      content_filter_builtins: [{ slug: "email", action: "block" }],
    });
    await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
    const client = await connect(gateway, { key });
    const blocked = errorOf(await client.turn(create(NATIVE, "Write to ana.silva@corp.example")));
    expect(blocked).toMatchObject({ type: "error", status: 403 });
    const first = await client.turn(create(NATIVE, "Please use the tool", { tools: TOOLS }));
    const call = finalOf(first).output.find((item: Event) => item.type === "function_call");
    const output = { type: "function_call_output", call_id: call.call_id, output: "ana.silva@corp.example" };
    const second = await client.turn(create(NATIVE, [output], { previous_response_id: finalOf(first).id }));
    expect(errorOf(second)).toMatchObject({ type: "error", status: 403 });
    client.socket.close();
  });

  test("a key that is deleted ends its connection at the next request", async () => {
    const { key, hash } = await gateway.newKey();
    const client = await connect(gateway, { key });
    expect(textIn(await client.turn(create(NATIVE, "Hi")))).toBe("You said: Hi");
    await gateway.call("DELETE", `/keys/${hash}`);
    expect(errorOf(await client.turn(create(NATIVE, "Hi")))).toMatchObject({
      status: 401,
      error: { code: "invalid_api_key" },
    });
    expect(await client.closed).toMatchObject({ code: 1008 });
  });

  test("each request counts toward the requests per minute, and so does the handshake", async () => {
    const limited = await openPooledGateway({ upstream, env: { RATE_LIMIT_REQUESTS_PER_MINUTE: "3" } });
    const { key } = await limited.newKey();
    const client = await connect(limited, { key });
    for (const input of ["one", "two"]) expect(textIn(await client.turn(create(NATIVE, input)))).toContain(input);
    expect(errorOf(await client.turn(create(NATIVE, "three")))).toMatchObject({
      status: 429,
      error: { code: "rate_limit_exceeded" },
      headers: { "retry-after": expect.any(String) },
    });
    expect(await rejection(limited, { key })).toMatchObject({ status: 429 });
    client.socket.close();
    await limited.stop();
  });
});

describe("events", () => {
  let client: Client;
  const open = async () => {
    client = await connect(gateway);
    return client;
  };

  test.each<[string, unknown, object]>([
    ["text that is not JSON", "{", { status: 400, error: { code: "invalid_json" } }],
    ["JSON that is no object", "[]", { status: 400, error: { code: "invalid_json" } }],
    ["an unknown type", { type: "response.steer" }, { status: 400, error: { code: "invalid_event", param: "type" } }],
    ["no type", { model: NATIVE, input: "Hi" }, { status: 400, error: { code: "invalid_event" } }],
    ["an invalid stream id", create(NATIVE, "Hi", { stream_id: "" }), { error: { code: "invalid_stream_id" } }],
    ["an invalid body", create(NATIVE, 7), { status: 400, error: { type: "invalid_request_error" } }],
    ["a response to store", create(NATIVE, "Hi", { store: true }), { status: 400 }],
    [
      "a response of another connection",
      create(NATIVE, "Hi", { previous_response_id: "resp_1", stream_id: "main" }),
      {
        status: 400,
        stream_id: "main",
        error: { code: "previous_response_not_found", param: "previous_response_id", type: "invalid_request_error" },
      },
    ],
  ])("%s is an error, and the connection stays open", async (_, event, error) => {
    const { turn, socket } = await open();
    expect(errorOf(await turn(event))).toMatchObject({ type: "error", ...error });
    expect(textIn(await turn(create(NATIVE, "Hi")))).toBe("You said: Hi");
    socket.close();
  });

  test("a binary frame and one above MAX_BODY_BYTES close the connection", async () => {
    const { socket, closed } = await open();
    socket.send(Buffer.from("{}"), { binary: true });
    expect(await closed).toMatchObject({ code: 1003 });
    const other = await open();
    other.send(create(NATIVE, "x".repeat(200_000)));
    expect(await other.closed).toMatchObject({ code: 1009 });
  });

  test("a conversation above MAX_BODY_BYTES is rejected", async () => {
    const { turn, socket } = await open();
    const first = await turn(create(NATIVE, "x".repeat(120_000)));
    const more = create(NATIVE, "y".repeat(120_000), { previous_response_id: finalOf(first).id });
    expect(errorOf(await turn(more))).toMatchObject({ type: "error", status: 413 });
    socket.close();
  });

  test("with a stream id, events name it, and different streams run at the same time", async () => {
    const { send, next, socket } = await open();
    send(create(NATIVE, "fault-slow-chunks-50", { stream_id: "slow" }));
    await next();
    send(create(NATIVE, "Hi", { stream_id: "fast" }));
    const ends: string[] = [];
    while (ends.length < 2) {
      const event = await next();
      expect(["slow", "fast"]).toContain(event.stream_id);
      if (event.type === "response.completed") ends.push(event.stream_id);
    }
    expect(ends).toEqual(["fast", "slow"]);
    socket.close();
  });

  test("requests of one stream run one after the other", async () => {
    const { send, next, socket } = await open();
    send(create(NATIVE, "fault-slow-chunks-20"));
    send(create(NATIVE, "second"));
    const types: string[] = [];
    while (types.filter((type) => type === "response.completed").length < 2) types.push((await next()).type);
    expect(types.indexOf("response.completed")).toBeLessThan(types.lastIndexOf("response.created"));
    socket.close();
  });

  test("at most 32 streams have names", async () => {
    const { turn, socket } = await open();
    for (let at = 0; at < 32; at++) await turn(create("local/echo", "Hi", { stream_id: `lane-${at}` }));
    const error = errorOf(await turn(create("local/echo", "Hi", { stream_id: "lane-32" })));
    expect(error).toMatchObject({ stream_id: "lane-32", error: { code: "websocket_stream_limit_reached" } });
    expect(textIn(await turn(create("local/echo", "Hi")))).toContain("Hi");
    socket.close();
  });

  test("without generation, a request only prepares the next one", async () => {
    const { turn, socket } = await open();
    const prepared = await turn(create(NATIVE, "Be brief.", { generate: false }));
    expect(typesIn(prepared)).toEqual(["response.created", "response.completed"]);
    expect(finalOf(prepared)).toMatchObject({ status: "completed", output: [], usage: { total_tokens: 0 } });
    expect(upstream.requests).toEqual([]);
    await turn(create(NATIVE, "Hi", { previous_response_id: finalOf(prepared).id }));
    expect(JSON.stringify(upstream.requests[0]?.body)).toContain("Be brief.");
    expect(upstream.requests[0]?.body).not.toHaveProperty("generate");
    socket.close();
  });

  test("a client that reads slowly delays the upstream instead of filling memory", async () => {
    const { send, next, socket } = await open();
    send(create(NATIVE, "fault-huge"));
    await next();
    socket.pause();
    await sleep(2_000);
    expect(upstream.openRequests()).toBe(1);
    socket.terminate();
    await expect.poll(upstream.openRequests).toBe(0);
  });
});

test("SIGTERM lets a response finish, then closes its connection, and cuts what takes too long", async () => {
  const ending = await startGateway({ upstream, env: { DRAIN_TIMEOUT_MS: "5000" } });
  const [busy, endless, idle] = await Promise.all([connect(ending), connect(ending), connect(ending)]);
  busy.send(create(NATIVE, "fault-slow-chunks-20 fault-words-10"));
  endless.send(create(NATIVE, "fault-slow-chunks-20 fault-words-1000"));
  await Promise.all([busy.next(), endless.next()]);
  const stopped = ending.stop();
  expect(await idle.closed).toMatchObject({ code: 1001 });
  let type = "";
  while (type !== "response.completed") ({ type } = await busy.next());
  expect(await busy.closed).toMatchObject({ code: 1001 });
  expect(await endless.closed).toMatchObject({ code: 1006 });
  expect(await stopped).toBe(0);
});
