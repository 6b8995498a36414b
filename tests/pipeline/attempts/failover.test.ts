import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
// A circuit opened by one test must not affect the next, so each has its own pair.
const IDS = [
  "groq",
  "together",
  "deepinfra",
  "fireworks",
  "novita",
  "nebius",
  "cerebras",
  "wandb",
  "openai",
  "anthropic",
];

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: IDS,
  env: {
    FIRST_CONTENT_TIMEOUT_MS: "1000",
    LAST_FIRST_CONTENT_TIMEOUT_MS: "2500",
    IDLE_TIMEOUT_MS: "1000",
    CONNECT_TIMEOUT_MS: "1000",
  },
});

const at = (provider: string) => (request: RecordedRequest) => request.path.startsWith(`/${provider}/`);
const called = () => upstream.requests.map(({ path }) => path.split("/")[1]);
const ordered = (...order: string[]) => ({ provider: { order, allow_fallbacks: false } });

describe("before the first content, any failure moves on to the next candidate without the caller noticing", () => {
  const faults: [string, Fault][] = [
    ["429", { status: 429 }],
    ["500", { status: 500 }],
    ["503", { status: 503 }],
    ["529", { status: 529 }],
    ["408", { status: 408 }],
    ["401 of the upstream's key", { status: 401 }],
    ["404 of the upstream's model", { status: 404 }],
    ["a connection that is reset", { resetBeforeHeaders: true }],
    ["an error as the first event", { errorAfterEvents: 0 }],
    ["an error after events without content", { errorAfterEvents: 1 }],
    ["a cut before content", { cutAfterEvents: 1 }],
    ["an end before content", { endAfterEvents: 1 }],
    ["a malformed first event", { malformedAfterEvents: 0 }],
    ["an empty body", { emptyBody: true }],
    ["an HTML page", { htmlBody: true }],
    ["a body that is no stream", { wrongContentType: true }],
    ["slow headers", { headersDelayMs: 5000 }],
    ["a stall before content", { stallAfterEvents: 1 }],
  ];
  test.each(faults)("%s", async (_, fault) => {
    // Spread over providers, because these failures would open the circuit of a single one.
    const first = nextProvider();
    upstream.script({ match: at(first), fault });
    const response = await streamOf(gateway, "chat", saying("chat", MODEL, "Hello", ordered(first, "groq")));
    expect(response.status).toBe(200);
    expect(textIn(response.events)).toBe("You said: Hello");
    expect(response.events.some((event) => event.error)).toBe(false);
    expect(called()).toEqual([first, "groq"]);
    const record = await recordOf(gateway, response.headers);
    expect(record.provider_responses).toHaveLength(2);
    expect(record.provider_responses[0].provider_name).toBe(first);
    expect(record.provider_responses[0].status).toBeGreaterThanOrEqual(400);
    expect(record.provider_responses[0].error).toBeTruthy();
    expect(record.provider_responses[1]).toMatchObject({ provider_name: "groq", status: 200, error: null });
    expect(record).toMatchObject({ provider_name: "groq", status: 200, error: null });
  });

  let turn = 0;
  const nextProvider = () => IDS[1 + (turn++ % 7)] as string;

  const wholeFaults: [string, Fault][] = [
    ["500", { status: 500 }],
    ["half a body", { cutAfterEvents: 1 }],
    ["JSON that breaks off", { malformedAfterEvents: 1 }],
    ["an empty body", { emptyBody: true }],
    ["a stall in the body", { stallAfterEvents: 1 }],
    ["slow headers", { headersDelayMs: 8000 }],
  ];
  test.each(wholeFaults)("not streamed: %s", async (_, fault) => {
    const first = nextProvider();
    upstream.script({ match: at(first), fault });
    const { status, text } = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered(first, "groq")));
    expect(status).toBe(200);
    expect(textOf(JSON.parse(text))).toBe("You said: Hello");
    expect(called()).toEqual([first, "groq"]);
  });

  test("an error in a 200 that is not streamed", async () => {
    const first = nextProvider();
    upstream.script({
      match: at(first),
      reply: { body: '{"error":{"message":"Network connection lost","code":502}}' },
    });
    const { text } = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered(first, "groq")));
    expect(textOf(JSON.parse(text))).toBe("You said: Hello");
  });
});

test("an endless page instead of a stream is a failure, and the next candidate is tried", async () => {
  const first = "wandb";
  const headers = { "content-type": "text/html" };
  upstream.script({ match: at(first), reply: { events: ["<p>", "<p>"], headers }, fault: { stallAfterEvents: 2 } });
  const response = await streamOf(gateway, "chat", saying("chat", MODEL, "Hello", ordered(first, "groq")));
  expect(textIn(response.events)).toBe("You said: Hello");
  await upstream.requests[0]?.closed;
  expect((await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("groq")))).status).toBe(200);
});

describe("a slow whole response", () => {
  test("may finish once it has started, even if another candidate is left", async () => {
    upstream.script({ match: at("together"), fault: { eventDelayMs: 150, replyWords: 20 } });
    const { status, text } = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("together", "groq")));
    expect(status).toBe(200);
    expect(textOf(JSON.parse(text)).split(" ")).toHaveLength(20);
    expect(called()).toEqual(["together"]);
    expect(upstream.requests[0]?.body).toMatchObject({ stream: true });
  });

  test("has the longer timeout after headers if the model does not stream", async () => {
    upstream.script({ match: at("together"), fault: { ignoresStream: true, eventDelayMs: 600 } });
    const { status } = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("together", "groq")));
    expect(status).toBe(200);
    expect(called()).toEqual(["together"]);
  });

  test("is requested again if it cannot be streamed", async () => {
    const message = "Your organization must be verified to stream this model.";
    const body = JSON.stringify({ error: { message, param: "stream", code: "unsupported_value" } });
    const headers = { "content-type": "application/json" };
    upstream.script({ match: at("together"), times: 1, reply: { status: 400, headers, body } });
    const { status } = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("together", "groq")));
    expect(status).toBe(200);
    expect(called()).toEqual(["together", "together"]);
  });

  test("is requested from the last candidate", async () => {
    expect((await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("groq")))).status).toBe(200);
    expect(upstream.requests[0]?.body).not.toHaveProperty("stream");
  });

  test.each(["chat", "messages", "responses"] as const)(
    "a silent provider is abandoned after the shorter timeout: %s",
    async (dialect) => {
      upstream.script({ times: 1, fault: { headersDelayMs: 30_000 } });
      const startedMs = performance.now();
      const models = {
        chat: [MODEL],
        messages: ["anthropic/claude-sonnet-4.5", MODEL],
        responses: ["openai/gpt-4.1", MODEL],
      }[dialect];
      const more = dialect === "chat" ? ordered("nebius", "groq") : { models };
      const response = await post(
        gateway,
        dialect,
        saying(dialect, models[0] as string, "Hello", { ...more, max_tokens: 50 }),
      );
      expect(response.status).toBe(200);
      expect(performance.now() - startedMs).toBeLessThan(30_000);
    },
  );

  test("whitespace from an upstream meanwhile does no harm", async () => {
    const completion = {
      id: "c",
      object: "chat.completion",
      choices: [{ index: 0, message: { content: "x" }, finish_reason: "stop" }],
    };
    const events = [...Array.from({ length: 4 }, () => " \n"), JSON.stringify(completion)];
    const headers = { "content-type": "application/json" };
    upstream.script({ match: at("together"), reply: { events, headers }, fault: { eventDelayMs: 300 } });
    const { status } = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("together")));
    expect(status).toBe(200);
  });
});

describe("comments and whitespace do not count as activity", () => {
  const drip = { eventDelayMs: 200 };
  const said = { id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: "Hello" } }] };

  test.each([[": still there\n\n"], ["\n\n"], ["data:\n\n"]])(
    "%j in a stream after its first content",
    async (blank) => {
      const events = [`data: ${JSON.stringify(said)}\n\n`, ...Array.from({ length: 150 }, () => blank)];
      const headers = { "content-type": "text/event-stream" };
      upstream.script({ match: at("fireworks"), reply: { events, headers }, fault: drip });
      const startedMs = performance.now();
      const body = saying("chat", MODEL, "Hello", { ...ordered("fireworks"), stream: true });
      expect((await post(gateway, "chat", body)).text).toContain("stopped sending");
      expect(performance.now() - startedMs).toBeLessThan(30_000);
    },
  );

  test("in a whole response", async () => {
    const events = Array.from({ length: 150 }, () => " \n");
    upstream.script({
      match: at("novita"),
      reply: { events, headers: { "content-type": "application/json" } },
      fault: drip,
    });
    const startedMs = performance.now();
    expect((await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("novita")))).status).toBe(524);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });
});

describe("a caller's error is returned and never retried elsewhere", () => {
  test.each([400, 413, 422])("%i", async (status) => {
    upstream.script({ match: at("together"), fault: { status } });
    for (const stream of [true, false]) {
      const body = saying("chat", MODEL, "Hello", { ...ordered("together", "groq"), stream });
      const response = await post(gateway, "chat", body);
      expect(response.status).toBe(status);
      expect(JSON.parse(response.text).error.metadata.provider_name).toBe("Together");
    }
    expect(called()).toEqual(["together", "together"]);
  });
});

describe("when all candidates have failed", () => {
  const outcomes: [Fault, number][] = [
    [{ status: 429 }, 429],
    [{ status: 500 }, 502],
    [{ status: 503 }, 503],
    [{ status: 529 }, 529],
    [{ status: 401 }, 502],
    [{ status: 402 }, 502],
    [{ status: 403 }, 502],
    [{ status: 404 }, 404],
    [{ status: 405 }, 502],
    [{ status: 410 }, 404],
    [{ status: 418 }, 400],
    [{ status: 422 }, 422],
    [{ resetBeforeHeaders: true }, 502],
    [{ headersDelayMs: 8000 }, 524],
    [{ htmlBody: true }, 502],
  ];
  test.each(outcomes)("%o becomes %i, with a ledger row", async (fault, status) => {
    upstream.script({ fault });
    const response = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("groq")));
    expect(response.status).toBe(status);
    expect(JSON.parse(response.text).error.code).toBe(status);
    const record = await recordOf(gateway, response.headers);
    expect(record).toMatchObject({ status, finish_reason: "error", cost_nano_usd: 0 });
    expect(record.error).toBeTruthy();
    const isRetried = fault.resetBeforeHeaders || [500, 503, 529].includes(fault.status ?? 0);
    expect(record.provider_responses).toHaveLength(isRetried ? 2 : 1);
  });
});

test("an upstream's redirect is not followed", async () => {
  const elsewhere = await startUpstream();
  upstream.script({ reply: { status: 307, headers: { location: `${elsewhere.url}/v1/chat/completions` }, body: "" } });
  const native = await post(gateway, "chat", saying("chat", MODEL, "Hello", ordered("groq")));
  const converted = await post(gateway, "messages", saying("messages", MODEL, "Hello", ordered("groq")));
  expect([native.status, converted.status]).toEqual([502, 502]);
  expect(elsewhere.requests).toHaveLength(0);
  await elsewhere.close();
});
