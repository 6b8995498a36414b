import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { fromThrown } from "#server/providers/errors/error.ts";
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

describe("a body that the upstream compresses although it was asked not to", () => {
  const text = JSON.stringify({ words: "compressed ".repeat(20_000) });
  const CODINGS: [string, (bytes: string) => Buffer][] = [
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ];

  test.each(CODINGS)("is decompressed: %s", async (coding, compress) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    await using upstream = await startRecorder((response) => response.writeHead(200, headers).end(compress(text)));
    const response = await call(upstream.url);
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(await readBounded(response.body, 1_000_000)).toBe(text);
  });

  test("arrives piece by piece", async () => {
    const compressor = createGzip({ flush: constants.Z_SYNC_FLUSH });
    await using upstream = await startRecorder((response) => {
      compressor.pipe(response.writeHead(200, { "content-encoding": "gzip" }));
      compressor.write("data: one\n\n");
    });
    const { body } = await call(upstream.url);
    const pieces: string[] = [];
    const ended = Promise.withResolvers<void>();
    body.flow({
      data: (chunk) => {
        pieces.push(String(chunk));
        if (pieces.length === 1) compressor.end("data: two\n\n");
      },
      end: ended.resolve,
      failed: ended.reject,
    });
    await ended.promise;
    expect(pieces).toEqual(["data: one\n\n", "data: two\n\n"]);
  });

  test.each([
    ["cut off", gzipSync(text).subarray(0, 200)],
    ["something else", Buffer.from(text)],
  ])("fails if it is %s", async (_, bytes) => {
    const headers = { "content-encoding": "gzip" };
    await using upstream = await startRecorder((response) => response.writeHead(200, headers).end(bytes));
    const read = readBounded((await call(upstream.url)).body, 1_000_000);
    const error = await read.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(fromThrown(error, { credential: "", now: 0 })).toMatchObject({ status: 502, retryable: true });
  });

  test("may be empty, or have a coding that nobody knows", async () => {
    await using empty = await startRecorder((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(),
    );
    expect(await readBounded((await call(empty.url)).body)).toBe("");
    await using odd = await startRecorder((response) =>
      response.writeHead(200, { "content-encoding": "odd" }).end("{}"),
    );
    expect(await readBounded((await call(odd.url)).body)).toBe("{}");
  });

  test("makes the upstream wait while it is not read", async () => {
    const large = gzipSync(Buffer.alloc(40_000_000));
    await using upstream = await startRecorder((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(large),
    );
    const { body } = await call(upstream.url);
    let sizeBytes = 0;
    const first = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const receiver = { end: ended.resolve, failed: ended.reject };
    body.flow({
      ...receiver,
      data: (chunk) => {
        sizeBytes += chunk.byteLength;
        body.pause();
        first.resolve();
      },
    });
    await first.promise;
    const pausedBytes = sizeBytes;
    await sleep(50);
    expect(sizeBytes).toBe(pausedBytes);
    body.flow({
      ...receiver,
      data(chunk) {
        sizeBytes += chunk.byteLength;
      },
    });
    await ended.promise;
    expect(sizeBytes).toBe(40_000_000);
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
