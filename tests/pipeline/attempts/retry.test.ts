import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import { leaving, post, recordOf, saying, streamOf, textIn, textOf, until } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
const OTHER = "meta-llama/llama-3.3-70b-instruct";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["groq", "together", "deepinfra", "fireworks"],
  env: { FIRST_CONTENT_TIMEOUT_MS: "1000", LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", RETRY_WAIT_MS: "1500" },
});

const only = (...providers: string[]) => ({ provider: { only: providers } });
const called = () => upstream.requests.map(({ path }) => path.split("/")[1]);

describe("the only candidate is retried once before the first content", () => {
  const passing: [string, Fault][] = [
    ["a 500", { status: 500 }],
    ["a 503", { status: 503 }],
    ["a 529", { status: 529 }],
    ["a 503 that asks for half a second", { status: 503, retryAfterMs: 500 }],
    ["a 429 that asks for a second", { status: 429, retryAfterSeconds: 1 }],
    ["a connection that is reset", { resetBeforeHeaders: true }],
    ["an error as the first event", { errorAfterEvents: 0 }],
  ];
  test.each(passing)("%s, native and converted", async (_, fault) => {
    for (const dialect of ["chat", "messages"] as const) {
      upstream.reset();
      upstream.script({ times: 1, fault });
      const answer = await streamOf(
        gateway,
        dialect,
        saying(dialect, MODEL, "Hello", { ...only("groq"), max_tokens: 50 }),
      );
      expect(textIn(answer.events)).toBe("You said: Hello");
      expect(called()).toEqual(["groq", "groq"]);
      const [first, second] = upstream.requests;
      const gapMs = (second?.receivedAtMs ?? 0) - (first?.receivedAtMs ?? 0);
      expect(gapMs).toBeGreaterThanOrEqual((fault.retryAfterSeconds ?? 0) * 1000 + (fault.retryAfterMs ?? 0));
      const record = await recordOf(gateway, answer.headers);
      expect(record.provider_responses).toHaveLength(2);
      expect(record.provider_responses[0].status).toBeGreaterThanOrEqual(429);
    }
  });

  test("a second failure is returned without a third attempt", async () => {
    upstream.script({ fault: { status: 500 } });
    const { status } = await post(gateway, "chat", saying("chat", MODEL, "Hello", only("groq")));
    expect(status).toBe(502);
    expect(called()).toEqual(["groq", "groq"]);
  });

  test("a request that may have been served is marked as such", async () => {
    upstream.script({ times: 1, fault: { resetBeforeHeaders: true } });
    const headers = { "x-routing-metadata": "enabled" };
    const answer = await post(gateway, "chat", saying("chat", MODEL, "Hello", only("groq")), { headers });
    const record = await recordOf(gateway, answer.headers);
    expect(record.provider_responses[0].error).toContain("the provider may charge for both");
  });
});

describe("there is no retry", () => {
  const final: [string, Fault, number][] = [
    ["after a 429 without a time", { status: 429 }, 429],
    ["after a 429 that asks for longer than RETRY_WAIT_MS", { status: 429, retryAfterSeconds: 5 }, 429],
    ["after a timeout, whose answer may be paid for", { headersDelayMs: 4000 }, 524],
    ["after a 504", { status: 504 }, 524],
    ["after a caller's mistake", { status: 400 }, 400],
    ["after a reply that began and was cut", { cutAfterEvents: 1 }, 502],
    ["after a reply that cannot be read", { htmlBody: true }, 502],
  ];
  test.each(final)("%s", async (_, fault, status) => {
    upstream.script({ fault });
    for (const stream of [false, true]) {
      upstream.requests.length = 0;
      const response = await post(gateway, "chat", saying("chat", MODEL, "Hello", { ...only("groq"), stream }));
      expect(response.status).toBe(status);
      expect(called()).toEqual(["groq"]);
    }
  });

  test("if another provider of the model is next", async () => {
    upstream.script({ match: ({ path }) => path.startsWith("/deepinfra"), fault: { status: 500 } });
    const routed = { provider: { order: ["deepinfra", "fireworks"], allow_fallbacks: false } };
    expect((await post(gateway, "chat", saying("chat", MODEL, "Hello", routed))).status).toBe(200);
    expect(called()).toEqual(["deepinfra", "fireworks"]);
  });

  test("if the caller has disconnected", async () => {
    upstream.script({ fault: { status: 503, retryAfterMs: 1000 } });
    const call = leaving(gateway, "chat", saying("chat", MODEL, "Hello", only("groq")), "left-in-pause");
    await until(() => upstream.requests.length === 1, "the first try");
    call.leave();
    await new Promise((done) => setTimeout(done, 1800));
    expect(called()).toEqual(["groq"]);
  });
});

test("a model is retried before the caller's next model", async () => {
  upstream.script({ match: ({ path }) => path.startsWith("/together"), times: 1, fault: { status: 500 } });
  const routed = { models: [MODEL, OTHER], provider: { order: ["together"], only: ["together"] } };
  const response = await post(gateway, "chat", saying("chat", MODEL, "Hello", routed));
  expect(textOf(JSON.parse(response.text))).toBe("You said: Hello");
  expect(JSON.parse(response.text).model).toContain("gpt-oss");
  expect(called()).toEqual(["together", "together"]);
});

describe("a request that one model cannot handle goes to the caller's next model", () => {
  const refusal = (message: string, code: string) => ({
    status: 400,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error: { message, code, type: "invalid_request_error" } }),
  });
  const routed = { models: [MODEL, OTHER], ...only("together", "groq") };

  test.each([
    ["context_length_exceeded", "This model's maximum context length is 8192 tokens."],
    ["unsupported_value", "This model does not support image input."],
  ])("%s", async (code, message) => {
    const isFirst = (request: { body: unknown }) =>
      String((request.body as { model: string }).model).includes("gpt-oss");
    upstream.script({ match: isFirst, reply: refusal(message, code) });
    for (const stream of [true, false]) {
      upstream.requests.length = 0;
      const answer = await post(gateway, "chat", saying("chat", MODEL, "Hello", { ...routed, stream }));
      expect(answer.status).toBe(200);
      const models = upstream.requests.map(({ body }) => (body as { model: string }).model);
      // No provider is called twice, and none of the same window after a request that was too long for it.
      const firsts = models.filter((model) => model.includes("gpt-oss"));
      expect(firsts.length).toBeLessThanOrEqual(code === "context_length_exceeded" ? 1 : 2);
      expect(models.at(-1)).toContain("llama");
    }
  });

  test("a content policy rejection goes to the next model only if the caller allows it", async () => {
    upstream.script({ times: 1, reply: refusal("Rejected by our content policy", "content_policy_violation") });
    const kept = await post(gateway, "chat", saying("chat", MODEL, "Hello", routed));
    expect(kept.status).toBe(400);
    expect(JSON.parse(kept.text).error.message).toContain("content policy");
    upstream.script({ times: 1, reply: refusal("Rejected by our content policy", "content_policy_violation") });
    const provider = { ...routed.provider, content_policy_fallbacks: true };
    expect((await post(gateway, "chat", saying("chat", MODEL, "Hello", { ...routed, provider }))).status).toBe(200);
  });

  test("the first error is returned if no other model can respond", async () => {
    upstream.script({
      reply: refusal("This model's maximum context length is 8192 tokens.", "context_length_exceeded"),
    });
    const answer = await post(gateway, "chat", saying("chat", MODEL, "Hello", routed));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error.message).toBe("This model's maximum context length is 8192 tokens.");
  });
});
