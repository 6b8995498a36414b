import { describe, expect, test } from "vitest";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";

const upstream = sharedUpstream();

const formats = {
  responses: { path: "/v1/responses", body: { model: "m", input: "Hällo wörld", stream: true } },
  chat: {
    path: "/v1/chat/completions",
    body: { model: "m", messages: [{ role: "user", content: "Hällo wörld" }], stream: true },
  },
  messages: {
    path: "/v1/messages",
    body: { model: "m", max_tokens: 99, messages: [{ role: "user", content: "Hällo wörld" }], stream: true },
  },
  gemini: {
    path: "/v1beta/models/m:streamGenerateContent?alt=sse",
    body: { contents: [{ role: "user", parts: [{ text: "Hällo wörld" }] }] },
  },
};
const terminators = { responses: "response.completed", chat: "[DONE]", messages: "message_stop", gemini: "STOP" };
const ids = Object.keys(formats) as (keyof typeof formats)[];

function call(format: keyof typeof formats, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const { path, body } = formats[format];
  const keys = {
    authorization: "Bearer k",
    "x-api-key": "k",
    "x-goog-api-key": "k",
    "anthropic-version": "2023-06-01",
  };
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...keys, ...headers },
    body: JSON.stringify(body),
  };
  return fetch(upstream.url + path, { ...init, ...(signal && { signal }) });
}

const events = (text: string) => text.split(/\r?\n\r?\n/).filter((event) => event !== "");
const withoutIds = (text: string) => text.replace(/"[\w-]*0{6,}\w*"|(?<=(created|ed_at)":)\d+/g, "_");

describe.each(ids)("%s", (format) => {
  test("the same stream in one-byte writes has the same bytes", async () => {
    const plain = await (await call(format)).text();
    const split = await (await call(format, { "x-fault": "fault-split-1" })).text();
    expect(plain).toContain(terminators[format]);
    expect(withoutIds(split)).toBe(withoutIds(plain));
  });

  test("a cut stream breaks after its events", async () => {
    const response = await call(format, { "x-fault": "fault-cut-2" });
    await expect(response.text()).rejects.toThrow();
  });

  test("an early end is clean but lacks the terminator", async () => {
    const text = await (await call(format, { "x-fault": "fault-early-end-2" })).text();
    expect(events(text)).toHaveLength(2);
    expect(text).not.toContain(terminators[format]);
  });

  test("a malformed event is invalid JSON, and the others are valid", async () => {
    const text = await (await call(format, { "x-fault": "fault-malformed-1" })).text();
    const isJson = (event: string) => {
      try {
        return Boolean(JSON.parse(event.slice(event.indexOf("data: ") + 6)));
      } catch {
        return event.includes("[DONE]");
      }
    };
    const broken = events(text).map((event, index) => (isJson(event) ? -1 : index));
    expect(broken.filter((index) => index >= 0)).toEqual([1]);
  });

  test("an error as the first event has status 200", async () => {
    const response = await call(format, { "x-fault": "fault-error-first" });
    const all = events(await response.text());
    expect(response.status).toBe(200);
    expect(all).toHaveLength(1);
    expect(all[0]).toContain("error");
  });

  test("unknown events and blocks are present, and usage is absent if omitted", async () => {
    const text = await (
      await call(format, { "x-fault": "fault-unknown-event fault-unknown-block fault-no-usage" })
    ).text();
    expect(text.match(/future/g)?.length).toBeGreaterThan(1);
    expect(text).not.toMatch(/"(input_|prompt|total_?)[tT]oken\w*":[1-9]/);
  });

  test.each([400, 401, 403, 404, 429, 500, 502, 503, 529])("status %i has an error body", async (status) => {
    upstream.script({ fault: { status, retryAfterMs: 250 } });
    const response = await call(format);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after-ms")).toBe("250");
    expect((await response.json()).error.message).toBeTypeOf("string");
  });

  test("a client that leaves a stalled stream is detected", async () => {
    const controller = new AbortController();
    const response = await call(format, { "x-fault": "fault-stall-2" }, controller.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    const request = upstream.requests[0] as RecordedRequest;
    await request.closed;
    expect(request.aborted).toBe(true);
    expect(request.closedAtMs).toBeTypeOf("number");
    expect(upstream.openRequests()).toBe(0);
  });
});

describe("a fault is selected", () => {
  const post = (path: string, model = "m", content = "Hello") =>
    fetch(upstream.url + path, {
      method: "POST",
      headers: { authorization: "Bearer k", "content-type": "application/json" },
      body: JSON.stringify({ model, messages: [{ role: "user", content }] }),
    });

  test.each([
    ["the base URL", "/fault-503/v1/chat/completions", "m", "Hello", 503],
    ["the model", "/v1/chat/completions", "fault-429", "Hello", 429],
    ["the prompt", "/v1/chat/completions", "m", "now fault-500 please", 500],
    ["nothing", "/v1/chat/completions", "m", "Hello", 200],
  ])("by %s", async (_by, path, model, content, status) => {
    expect((await post(path, model, content)).status).toBe(status);
  });

  test("by a rule, as often as the rule says", async () => {
    upstream.script({ match: ({ path }) => path.endsWith("/completions"), times: 2, fault: { status: 500 } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await post("/v1/chat/completions")).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  test("an unknown marker is an error and not ignored", async () => {
    expect(await (await post("/v1/chat/completions", "fault-nonsense")).text()).toContain(
      "no fault is called nonsense",
    );
  });

  test("a body can be empty, HTML, of a wrong type or huge, Retry-After a date, and a response scripted", async () => {
    expect(await (await post("/fault-empty/v1/chat/completions")).text()).toBe("");
    expect(await (await post("/fault-html/v1/chat/completions")).text()).toContain("<html>");
    expect((await post("/fault-wrong-type/v1/chat/completions")).headers.get("content-type")).toBe("text/plain");
    expect((await (await post("/fault-huge-2000000/v1/chat/completions")).text()).length).toBeGreaterThan(2_000_000);
    const date = (await post("/fault-429/fault-retry-date-5/v1/chat/completions")).headers.get("retry-after") ?? "";
    expect(new Date(date).getTime()).toBeGreaterThan(Date.now());
    upstream.script({ reply: { status: 201, headers: { "x-own": "1" }, events: ["raw\n\n", { own: true }] } });
    const scripted = await post("/v1/chat/completions");
    expect([scripted.status, await scripted.text()]).toEqual([201, 'raw\n\ndata: {"own":true}\n\n']);
  });

  test("a whole body is cut in the middle, and is invalid JSON if malformed", async () => {
    await expect(post("/fault-cut/v1/chat/completions").then((response) => response.text())).rejects.toThrow();
    await expect((await post("/fault-malformed/v1/chat/completions")).json()).rejects.toThrow(SyntaxError);
  });

  test("a reset connection returns nothing, and slow headers wait", async () => {
    await expect(post("/fault-reset/v1/chat/completions")).rejects.toThrow();
    const startedMs = performance.now();
    await post("/fault-slow-headers-80/v1/chat/completions");
    expect(performance.now() - startedMs).toBeGreaterThan(75);
  });
});

test("without a recording, an identical request gets identical bytes and nothing is stored", async () => {
  const loaded = await startUpstream({ record: false });
  const ask = () =>
    fetch(`${loaded.url}/v1/responses`, {
      method: "POST",
      headers: { authorization: "Bearer k", "content-type": "application/json" },
      body: JSON.stringify({ model: "m", input: "Hello" }),
    }).then((response) => response.text());
  expect(await ask()).toBe(await ask());
  expect(loaded.requests).toHaveLength(0);
  await loaded.close();
});
