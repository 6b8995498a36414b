import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { type Event, eventsIn, recordOf, until } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";

const MODEL = "openai/gpt-image-2";
const SHARED = "openai/gpt-image-1.5";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "digitalocean", "google"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "10000", FIRST_CONTENT_TIMEOUT_MS: "10000", IDLE_TIMEOUT_MS: "1500" },
});

async function stream(body: object = {}, path = "/images") {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` },
    body: JSON.stringify({ model: MODEL, prompt: "A red cube", stream: true, ...body }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, type: headers.get("content-type") ?? "", text, events: eventsIn(text) };
}

const typesOf = (events: Event[]) => events.map((event) => event.type ?? event);
const PARTIAL = "image_generation.partial_image";
const COMPLETED = "image_generation.completed";

describe("a complete stream", () => {
  test("has partial images, the final image and its cost", async () => {
    const { status, type, events, headers } = await stream();
    expect([status, type]).toEqual([200, expect.stringContaining("text/event-stream")]);
    expect(upstream.requests[0]?.body).toMatchObject({ stream: true, partial_images: 2 });
    expect(typesOf(events)).toEqual([PARTIAL, PARTIAL, COMPLETED, "[DONE]"]);
    expect(events.slice(0, 2).map(({ partial_image_index: index }) => index)).toEqual([0, 1]);
    for (const { b64_json: image } of events.slice(0, 3))
      expect(Buffer.from(image, "base64").subarray(1, 4).toString()).toBe("PNG");
    expect(events[2]).toMatchObject({ media_type: "image/png", created: expect.any(Number) });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ streamed: true, status: 200, finish_reason: "stop", usage_estimated: false });
    expect(events[2].usage).toMatchObject({ completion_tokens: 1000, cost: record.total_cost });
    expect(record.total_cost).toBeGreaterThan(0.03);
  });

  test("has as many partial images as requested, even with references", async () => {
    const reference = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a", "hex").toString("base64")}`;
    const { events } = await stream({ partial_images: 1, input_references: [reference] });
    expect(upstream.requests[0]?.path).toMatch(/\/images\/edits$/);
    expect(typesOf(events)).toEqual([PARTIAL, COMPLETED, "[DONE]"]);
  });

  test("passes through byte for byte, however it is chunked", async () => {
    upstream.script({ fault: { splitBytes: 1000, unknownEvent: true } });
    expect(typesOf((await stream({ size: "1024x1024" })).events)).toEqual([PARTIAL, PARTIAL, COMPLETED, "[DONE]"]);
  });
});

describe("with a provider that does not stream, the caller", () => {
  test("gets a whole response", async () => {
    const { type, text, headers } = await stream({ model: SHARED, provider: { only: ["digitalocean"] } });
    expect(type).toContain("application/json");
    expect(upstream.requests[0]?.body).toEqual({ model: "openai-gpt-image-1.5", prompt: "A red cube" });
    expect(JSON.parse(text).data).toHaveLength(1);
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 200 });
  });

  test("gets a stream in OpenAI's dialect", async () => {
    const body = { model: SHARED, provider: { only: ["digitalocean"] } };
    const { type, events } = await stream(body, "/images/generations");
    expect(type).toContain("text/event-stream");
    expect(events).toMatchObject([{ type: COMPLETED, b64_json: expect.any(String), usage: { output_tokens: 1000 } }]);
  });
});

describe("a failure before the first image moves on to the next provider", () => {
  const faults: [string, Fault][] = [
    ["a status", { status: 503 }],
    ["an error as the first event", { errorAfterEvents: 0 }],
    ["a cut", { cutAfterEvents: 0 }],
    ["an end", { endAfterEvents: 0 }],
    ["silence", { stallAfterEvents: 0 }],
    ["JSON that breaks off", { malformedAfterEvents: 0 }],
    ["an empty body", { emptyBody: true }],
  ];
  test.each(faults)("%s", async (_, fault) => {
    upstream.script({ match: ({ path }) => path.startsWith("/openai/"), fault });
    const provider = { order: ["openai", "digitalocean"], allow_fallbacks: false };
    const { status, text, headers } = await stream({ model: SHARED, provider });
    expect([status, JSON.parse(text).data?.length]).toEqual([200, 1]);
    const { provider_responses: attempts } = await recordOf(gateway, headers);
    expect(attempts.map(({ status: one }: { status: number }) => one >= 400)).toEqual([true, false]);
    await gateway.call("POST", "/images", { model: SHARED, prompt: "A", provider: { only: ["openai"] } });
  });
});

describe("a failure after the first image is reported in the stream", () => {
  const faults: [string, Fault, number][] = [
    ["a cut", { cutAfterEvents: 1 }, 502],
    ["a clean end without the image", { endAfterEvents: 2 }, 502],
    ["silence", { stallAfterEvents: 1 }, 524],
    ["an error event", { errorAfterEvents: 1 }, 529],
    ["JSON that breaks off", { malformedAfterEvents: 2 }, 502],
  ];
  test.each(faults)("%s", async (_, fault, status) => {
    upstream.script({ fault });
    const { status: answered, events, text, headers } = await stream();
    expect(answered).toBe(200);
    expect(events[0].type).toBe(PARTIAL);
    expect(events.at(-1)).toMatchObject({ type: "error", error: { code: status, message: expect.any(String) } });
    expect(text).not.toContain("[DONE]");
    expect(typesOf(events)).not.toContain(COMPLETED);
    const record = await recordOf(gateway, headers);
    // Generated output is charged as an estimate, because the upstream did not count it.
    expect(record).toMatchObject({ status, finish_reason: "error", usage_estimated: true });
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  });

  test("is an error event in OpenAI's dialect", async () => {
    upstream.script({ fault: { cutAfterEvents: 1 } });
    const { text, events } = await stream({}, "/images/generations");
    expect(text).toContain("event: error\n");
    expect(events.at(-1).error).toMatchObject({ code: "502" });
  });
});

/** A request whose response is only read when the test asks for it. */
function slowReader(body: object, sessionId: string) {
  const outgoing = request(`${gateway.url}/api/v1/images`, {
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` },
  });
  const answered = new Promise<NodeJS.ReadableStream>((came) => outgoing.once("response", came));
  outgoing.on("error", () => undefined);
  outgoing.end(JSON.stringify({ model: MODEL, prompt: "A", stream: true, session_id: sessionId, ...body }));
  return { answered, leave: () => outgoing.destroy() };
}

const rowOf = (sessionId: string) => async () =>
  (await gateway.call("GET", `/generations?session_id=${sessionId}`)).body.data[0];

const MEGABYTES = 8;
const large = (type: string) => ({
  type,
  b64_json: "QUJD".repeat((MEGABYTES * 1024 * 1024) / 4),
  partial_image_index: 0,
});
const usage = { input_tokens: 1, output_tokens: 100, total_tokens: 101 };

test("a slow reader slows the upstream down and is not mistaken for a silent upstream", async () => {
  const events = [...Array.from({ length: 6 }, () => large(PARTIAL)), { ...large(COMPLETED), usage }];
  upstream.script({ reply: { events } });
  const { answered } = slowReader({}, "slow-images");
  const response = await answered;
  // Longer than the idle time, without reading anything.
  await new Promise((done) => setTimeout(done, 2500));
  expect(upstream.openRequests()).toBe(1);
  let sizeBytes = 0;
  let end = "";
  for await (const chunk of response) {
    sizeBytes += (chunk as Buffer).length;
    end = (end + (chunk as Buffer).toString("latin1")).slice(-20);
  }
  expect(sizeBytes).toBeGreaterThan(7 * MEGABYTES * 1024 * 1024);
  expect(end).toMatch(/data: \[DONE\]\n\n$/);
  const row = await until(rowOf("slow-images"), "the row");
  expect(row).toMatchObject({ status_class: "ok" });
});

test("a caller who disconnects stops the upstream and is charged for what was generated", async () => {
  upstream.script({ fault: { stallAfterEvents: 1 } });
  const { answered, leave } = slowReader({}, "left-stream");
  const response = await answered;
  response.on("error", () => undefined);
  await new Promise((came) => response.once("data", came));
  leave();
  await upstream.requests[0]?.closed;
  expect(upstream.requests[0]?.aborted).toBe(true);
  const row = await until(rowOf("left-stream"), "the row");
  expect(row.status_class).toBe("cancelled");
  const { body } = await gateway.call("GET", `/generation?id=${row.id}`);
  expect(body.data).toMatchObject({ cancelled: true, usage_estimated: true });
  expect(body.data.cost_nano_usd).toBeGreaterThan(0);
});
