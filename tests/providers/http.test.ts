import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { readBounded, requestNative, upstreamAgent, upstreamFetch } from "#server/providers/http.ts";
import { json, startRecorder } from "./recorder.ts";

const dispatcher = upstreamAgent({ connections: 4, connectTimeoutMs: 1000 });
afterAll(() => dispatcher.destroy());

function call(url: string, options: { body?: string; signal?: AbortSignal; headersTimeoutMs?: number } = {}) {
  const { body = "{}", signal = new AbortController().signal, headersTimeoutMs = 1000 } = options;
  return requestNative({ dispatcher, url, headers: { "x-own": "1" }, body, signal, headersTimeoutMs });
}

test("a native body and its headers arrive byte for byte", async () => {
  await using upstream = await startRecorder(json({ ok: true }));
  const body = '{ "model":"m",  "Größe": 1.50 }';
  const answer = await call(`${upstream.url}/v1/messages`, { body });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/json");
  expect(await text(answer.body)).toBe('{"ok":true}');
  expect(upstream.requests[0]).toMatchObject({
    method: "POST",
    url: "/v1/messages",
    body,
    headers: { "content-type": "application/json", "x-own": "1", "accept-encoding": "identity" },
  });
});

test.each(["native", "fetch"])("a redirect is not followed (%s), so that no credential goes elsewhere", async (way) => {
  await using elsewhere = await startRecorder(json({}));
  await using upstream = await startRecorder((response) => response.writeHead(307, { location: elsewhere.url }).end());
  const viaFetch = () => upstreamFetch(dispatcher)(upstream.url, { method: "POST", body: "{}" });
  const answer = way === "native" ? await call(upstream.url) : await viaFetch();
  expect(answer.status).toBe(307);
  expect(elsewhere.requests).toHaveLength(0);
});

test("calls one after another share a connection", async () => {
  const ports = new Set<number | undefined>();
  await using upstream = await startRecorder((response) => {
    ports.add(response.socket?.remotePort);
    response.end("{}");
  });
  for (const way of ["native", "native", "fetch", "fetch"]) {
    if (way === "native") await text((await call(upstream.url)).body);
    else await (await upstreamFetch(dispatcher)(upstream.url)).text();
    await setImmediate();
  }
  expect(ports.size).toBe(1);
});

test("an abort ends the call and closes the upstream's connection", async () => {
  const closed = Promise.withResolvers<void>();
  await using upstream = await startRecorder((response) => {
    response.on("close", () => closed.resolve());
    response.write("first");
  });
  const controller = new AbortController();
  const answer = await call(upstream.url, { signal: controller.signal });
  const read = text(answer.body);
  controller.abort();
  await expect(read).rejects.toThrow();
  await closed.promise;
});

test("headers that do not come in time reject with undici's headers timeout", async () => {
  await using upstream = await startRecorder(() => {});
  await expect(call(upstream.url, { headersTimeoutMs: 50 })).rejects.toMatchObject({ code: "UND_ERR_HEADERS_TIMEOUT" });
});

test("of a large error body only the start is read", async () => {
  await using upstream = await startRecorder((response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  });
  const answer = await call(upstream.url);
  expect(await readBounded(answer.body, 65_536)).toBe("x".repeat(65_536));
});
