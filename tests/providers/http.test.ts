import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { requestNative, upstreamAgent, upstreamFetch } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import { json, startRecorder } from "./recorder.ts";

const dispatcher = upstreamAgent({ connections: 4, connectTimeoutMs: 1000 });
afterAll(() => dispatcher.destroy());

type Options = { body?: string; signal?: AbortSignal; headersTimeoutMs?: number };

function plain(url: string) {
  const { signal } = new AbortController();
  return { dispatcher, url, headers: { "x-own": "1" }, body: "{}", signal, headersTimeoutMs: 1000 };
}

function call(url: string, options: Options = {}) {
  return requestNative({ ...plain(url), ...options });
}

test("a native body and its headers arrive byte for byte", async () => {
  await using upstream = await startRecorder(json({ ok: true }));
  const body = '{ "model":"m",  "Größe": 1.50 }';
  const response = await call(`${upstream.url}/v1/messages`, { body });
  expect(response.status).toBe(200);
  expect(response.headers["content-type"]).toBe("application/json");
  expect(await readBounded(response.body)).toBe('{"ok":true}');
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

test("consecutive requests share a connection", async () => {
  const ports = new Set<number | undefined>();
  await using upstream = await startRecorder((response) => {
    ports.add(response.socket?.remotePort);
    response.end("{}");
  });
  for (const way of ["native", "native", "fetch", "fetch"]) {
    if (way === "native") await readBounded((await call(upstream.url)).body);
    else await (await upstreamFetch(dispatcher)(upstream.url)).text();
    await turn();
  }
  expect(ports.size).toBe(1);
});

test("an abort ends the request and closes the upstream's connection", async () => {
  const closed = Promise.withResolvers<void>();
  await using upstream = await startRecorder((response) => {
    response.on("close", () => closed.resolve());
    response.write("first");
  });
  const controller = new AbortController();
  const answer = await call(upstream.url, { signal: controller.signal });
  const read = readBounded(answer.body);
  controller.abort();
  await expect(read).rejects.toThrow();
  await closed.promise;
});

test("late headers reject with undici's headers timeout", async () => {
  await using upstream = await startRecorder(() => {});
  await expect(call(upstream.url, { headersTimeoutMs: 50 })).rejects.toMatchObject({ code: "UND_ERR_HEADERS_TIMEOUT" });
});

test("only the start of a large error body is read", async () => {
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

test("a request aborted before it has a connection is never sent", async () => {
  const single = upstreamAgent({ connections: 1, connectTimeoutMs: 1000 });
  await using upstream = await startRecorder(() => {});
  const first = requestNative({ ...plain(upstream.url), dispatcher: single });
  const controller = new AbortController();
  const second = requestNative({ ...plain(upstream.url), dispatcher: single, signal: controller.signal });
  controller.abort();
  await expect(second).rejects.toMatchObject({ name: "AbortError" });
  await single.destroy();
  await expect(first).rejects.toThrow();
  expect(upstream.requests.length).toBeLessThan(2);
});

test("an upstream has to wait while its body is not read, and no bytes are dropped", async () => {
  const sizeBytes = 32 * 1024 * 1024;
  let sentBytes = 0;
  await using upstream = await startRecorder((response) => {
    const more = () => {
      while (sentBytes < sizeBytes) {
        const piece = Buffer.alloc(64 * 1024, sentBytes / (64 * 1024));
        sentBytes += piece.byteLength;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on("drain", more);
    more();
  });
  const { body } = await call(upstream.url);
  let seenBytes: number;
  do {
    seenBytes = sentBytes;
    await sleep(100);
  } while (sentBytes > seenBytes);
  expect(sentBytes).toBeLessThan(sizeBytes);
  let [takenBytes, turns] = [0, 0];
  await new Promise<void>((done, failed) => {
    const receiver = {
      data(chunk: Buffer) {
        // After a pause undici may return an empty chunk.
        if (chunk.byteLength > 0 && chunk[0] !== Math.floor(takenBytes / (64 * 1024)) % 256)
          failed(new Error(`byte ${takenBytes}`));
        takenBytes += chunk.byteLength;
        turns += 1;
        if (turns % 10 !== 0) return;
        body.pause();
        setImmediate(() => body.flow(receiver));
      },
      end: done,
      failed,
    };
    body.flow(receiver);
  });
  expect(takenBytes).toBe(sizeBytes);
});

test("a body that breaks off fails after the received part", async () => {
  await using upstream = await startRecorder((response) => {
    response.write("half");
    setTimeout(() => response.destroy(), 20);
  });
  const { body } = await call(upstream.url);
  await sleep(100);
  const taken: Buffer[] = [];
  const failure = await new Promise((failed) =>
    body.flow({ data: (chunk) => void taken.push(chunk), end: () => failed(undefined), failed }),
  );
  expect(Buffer.concat(taken).toString()).toBe("half");
  expect(failure).toBeInstanceOf(Error);
});
