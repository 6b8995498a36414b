import { APICallError, InvalidResponseDataError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { afterAll, describe, expect, test } from "vitest";
import { HttpError, UpstreamError } from "#server/errors.ts";
import { fromResponse, fromThrown } from "#server/providers/errors/error.ts";
import { requestNative, upstreamAgent, upstreamFetch } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import { startRecorder } from "./recorder.ts";

const now = Date.parse("2026-11-21T10:00:00Z");
const credential = "sk-live-0123456789abcdef";
const context = { credential, now };

function failure(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamError {
  return fromResponse({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) }, context);
}

describe("the message is found in every provider's format", () => {
  test.each([
    ["OpenAI", { error: { message: "Too long", type: "invalid_request_error", param: null, code: null } }, "Too long"],
    ["Anthropic", { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "Overloaded"],
    ["Google", { error: { code: 503, message: "High demand", status: "UNAVAILABLE" } }, "High demand"],
    ["Google in a stream", [{ error: { code: 503, message: "High demand" } }], "High demand"],
    ["Cohere", { message: "invalid request: no model" }, "invalid request: no model"],
    ["Mistral", { object: "error", message: "Service unavailable", code: 3700 }, "Service unavailable"],
    [
      "Mistral, validation",
      {
        object: "error",
        message: { detail: [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Not permitted" }] },
      },
      "body.seed: Not permitted",
    ],
    ["FastAPI", { detail: [{ loc: ["body", "model"], msg: "Field required" }] }, "body.model: Field required"],
    ["FastAPI, plain", { detail: "Not authenticated" }, "Not authenticated"],
    ["Ollama", { error: "model requires more system memory" }, "model requires more system memory"],
    ["OpenAI's last event", { type: "response.failed", response: { error: { code: "x", message: "Slow" } } }, "Slow"],
    ["a list", { errors: [{ message: "Bad input" }] }, "Bad input"],
    ["plain text", "upstream connect error", "upstream connect error"],
    ["HTML", "<!doctype html><h1>Bad gateway</h1>", "The provider responded with status 502"],
    ["nothing", "", "The provider responded with status 502"],
    ["JSON without one", { ok: false }, "The provider responded with status 502"],
  ])("%s", (_, body, message) => expect(failure(502, body).message).toBe(message));
});

describe("the fault and retryability of a status", () => {
  test.each([
    [400, "request", false],
    [401, "credential", true],
    [402, "credential", true],
    [403, "credential", true],
    [404, "model", true],
    [408, "upstream", true],
    [409, "upstream", true],
    [410, "model", true],
    [413, "request", false],
    [415, "request", false],
    [422, "request", false],
    [429, "upstream", true],
    [498, "upstream", true],
    [500, "upstream", true],
    [502, "upstream", true],
    [503, "upstream", true],
    [504, "upstream", true],
    [524, "upstream", true],
    [529, "upstream", true],
  ])("%i: %s, retryable %s", (status, fault, retryable) => {
    expect(failure(status, { error: { message: "no" } })).toMatchObject({ status, fault, retryable });
  });

  test("a redirect is an invalid response, because none is followed", () => {
    expect(failure(307, "")).toMatchObject({ status: 502, fault: "upstream", retryable: true });
  });

  test.each([
    ["Google's wrong key", { error: { code: 400, message: "API key not valid. Please pass a valid API key." } }],
    ["xAI's wrong key", { code: "invalid-argument", error: "Incorrect API key provided: ab***cd." }],
    [
      "Anthropic's empty balance",
      { error: { message: "Your credit balance is too low to access the Anthropic API." } },
    ],
  ])("a 400 about the credential is not the caller's fault: %s", (_, body) => {
    expect(failure(400, body)).toMatchObject({ fault: "credential", retryable: true });
  });

  test.each([
    ["The model `gpt-9` does not exist or you do not have access to it.", "model"],
    ["Not Found", "model"],
    ["Item with id 'rs_1' not found.", "request"],
    ["File not found: file_011", "request"],
  ])("a 404 is about the model unless it names another thing: %s", (message, fault) => {
    expect(failure(404, { error: { message } })).toMatchObject({ status: 404, fault, message });
  });

  test.each(["tool_use_failed", "json_validate_failed", "output_parse_failed"])(
    "an output that Groq could not read (%s) is the model's fault",
    (code) => {
      const error = { message: "Failed to call a function.", type: "invalid_request_error", code };
      expect(failure(400, { error })).toMatchObject({ status: 400, fault: "model", retryable: true });
    },
  );

  test("a 403 that flags the input is the caller's fault", () => {
    const body = { error: { message: "Flagged", metadata: { reasons: ["violence"], flagged_input: "..." } } };
    expect(failure(403, body)).toMatchObject({ status: 403, fault: "request", retryable: false, message: "Flagged" });
  });
});

describe("the delay that an upstream requests", () => {
  test.each([
    ["milliseconds", { "retry-after-ms": "250" }, {}, 250],
    ["milliseconds before seconds", { "retry-after-ms": "250", "retry-after": "9" }, {}, 250],
    ["seconds", { "retry-after": "7" }, {}, 7000],
    ["parts of a second", { "retry-after": "0.5" }, {}, 500],
    ["a date", { "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" }, {}, 30_000],
    ["a number without end", { "retry-after": "1e30" }, {}, 86_400_000],
    ["a date in another age", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, {}, 86_400_000],
    ["a date gone by", { "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT" }, {}, 0],
    ["a negative number", { "retry-after": "-3" }, {}, 0],
    ["nonsense", { "retry-after": "soon" }, {}, undefined],
    ["an empty header", { "retry-after": "" }, {}, undefined],
    ["nothing", {}, {}, undefined],
    [
      "Google's RetryInfo",
      {},
      { error: { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.074s" }] } },
      34_074,
    ],
  ])("%s", (_, headers, body, expected) =>
    expect(failure(429, body, headers as Record<string, string>).retryAfterMs).toBe(expected),
  );
});

test("an error contains no part of the credential, and a rejected credential has our own message", () => {
  const error = failure(401, { error: { message: `Incorrect API key provided: ${credential}` } });
  expect(error.message).toBe("The provider rejected the credential");
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain("0123456789");
  expect(error.raw).toContain("Incorrect API key provided");
});

test("a long error body is truncated to 64 kB and its message to 2,000 characters", () => {
  const error = failure(500, "no ".repeat(100_000));
  expect(error.raw).toHaveLength(65_536);
  expect(error.message).toHaveLength(2000);
});

describe("an exception of a request", () => {
  const dispatcher = upstreamAgent({ connections: 1, connectTimeoutMs: 300 });
  afterAll(() => dispatcher.destroy());

  function native(url: string, options: { signal?: AbortSignal; headersTimeoutMs?: number } = {}) {
    const { signal = new AbortController().signal, headersTimeoutMs = 1000 } = options;
    return requestNative({ dispatcher, url, headers: {}, body: "{}", signal, headersTimeoutMs });
  }

  async function errorOf(call: Promise<unknown>): Promise<UpstreamError | undefined> {
    return fromThrown(
      await call.then(
        () => undefined,
        (error: unknown) => error,
      ),
      context,
    );
  }

  test("a refused connection is a retryable 502 that names no address", async () => {
    const gone = await startRecorder(() => {});
    await gone[Symbol.asyncDispose]();
    for (const call of [() => native(gone.url), () => upstreamFetch(dispatcher)(gone.url)]) {
      const error = await errorOf(call());
      expect(error).toMatchObject({ status: 502, retryable: true, fault: "upstream" });
      expect(error?.message).toBe("The connection to the provider failed (ECONNREFUSED)");
    }
  });

  test("a connection reset before the headers is a retryable 502", async () => {
    await using upstream = await startRecorder((response) => response.destroy());
    expect(await errorOf(native(upstream.url))).toMatchObject({ status: 502, retryable: true });
    expect(await errorOf(upstreamFetch(dispatcher)(upstream.url))).toMatchObject({ status: 502, retryable: true });
  });

  test("a body that breaks off is a retryable 502", async () => {
    await using upstream = await startRecorder((response) => {
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await errorOf(native(upstream.url).then(({ body }) => readBounded(body)))).toMatchObject({ status: 502 });
    expect(await errorOf(upstreamFetch(dispatcher)(upstream.url).then((reply) => reply.text()))).toMatchObject({
      status: 502,
    });
  });

  test("a timeout waiting for headers is a retryable 524", async () => {
    await using upstream = await startRecorder(() => {});
    expect(await errorOf(native(upstream.url, { headersTimeoutMs: 20 }))).toMatchObject({
      status: 524,
      retryable: true,
    });
  });

  test("our own timeout is a 524, and our own abort a 499 that is never retried", async () => {
    await using upstream = await startRecorder(() => {});
    expect(await errorOf(native(upstream.url, { signal: AbortSignal.timeout(20) }))).toMatchObject({ status: 524 });
    const controller = new AbortController();
    const call = errorOf(native(upstream.url, { signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ status: 499, retryable: false });
  });

  test("an abort with an upstream error as its reason is that error", async () => {
    await using upstream = await startRecorder(() => {});
    const reason = new UpstreamError(524, "No content in time", { retryable: true });
    const controller = new AbortController();
    const call = native(upstream.url, { signal: controller.signal });
    controller.abort(reason);
    expect(await errorOf(call)).toBe(reason);
  });

  test.each([
    ["UND_ERR_CONNECT_TIMEOUT", 524],
    ["UND_ERR_BODY_TIMEOUT", 524],
    ["ETIMEDOUT", 524],
    ["UND_ERR_SOCKET", 502],
    ["ENOTFOUND", 502],
    ["EAI_AGAIN", 502],
    ["HPE_INVALID_CONSTANT", 502],
    ["CERT_HAS_EXPIRED", 502],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", 502],
  ])("the code %s, also as a cause, is a retryable %i", (code, status) => {
    const cause = Object.assign(new Error("10.0.0.7:443"), { code });
    for (const error of [cause, new TypeError("fetch failed", { cause })]) {
      expect(fromThrown(error, context)).toMatchObject({ status, retryable: true });
      expect(fromThrown(error, context)?.message).not.toContain("10.0.0.7");
    }
  });

  const call = { url: "https://upstream.example", requestBodyValues: { messages: ["private"] } };

  test("an adapter's error keeps its status, message and wait", () => {
    const error = new APICallError({
      ...call,
      message: "Too Many Requests",
      statusCode: 429,
      responseHeaders: { "retry-after": "3" },
      responseBody: '{"error":{"message":"Slow down"}}',
    });
    expect(fromThrown(error, context)).toMatchObject({ status: 429, message: "Slow down", retryAfterMs: 3000 });
  });

  test("an unreadable 200 is a retryable 502", () => {
    const error = new APICallError({
      ...call,
      message: "Invalid JSON response",
      statusCode: 200,
      responseBody: "<html>",
    });
    expect(fromThrown(error, context)).toMatchObject({ status: 502, retryable: true, raw: "<html>" });
    expect(fromThrown(new InvalidResponseDataError({ data: {} }), context)).toMatchObject({ status: 502 });
  });

  test("the error does not contain the prompt", () => {
    const error = fromThrown(new APICallError({ ...call, message: "no", statusCode: 500 }), context);
    expect(error?.cause).toBeUndefined();
  });

  test("a request that an adapter does not support may be sent to another candidate", () => {
    const error = new UnsupportedFunctionalityError({ functionality: "audio input" });
    expect(fromThrown(error, context)).toMatchObject({ status: 400, retryable: true, fault: "model" });
  });

  test.each([
    [{ message: "Overloaded", type: "overloaded_error", statusCode: 529 }, 529, true],
    [{ type: "error", error: { type: "rate_limit_error", message: "Slow" } }, 429, true],
    [{ error: { code: 503, message: "UNAVAILABLE" } }, 503, true],
    [{ type: "error", error: { type: "invalid_request_error", message: "Too long" } }, 400, false],
    [{ message: "odd" }, 502, true],
    ["something broke", 502, true],
  ])("an error inside a stream keeps its own status: %j", (part, status, retryable) => {
    expect(fromThrown(part, context)).toMatchObject({ status, retryable });
  });

  test("a rejected URL is the caller's fault, and our own bug is not the upstream's", () => {
    const refused = new HttpError(400, "no");
    for (const error of [refused, new TypeError("fetch failed", { cause: refused })]) {
      expect(fromThrown(error, context)).toMatchObject({ status: 400, retryable: false, message: "no" });
    }
    expect(fromThrown(new TypeError("x is not a function"), context)).toBeUndefined();
    expect(fromThrown(undefined, context)).toBeUndefined();
  });
});
