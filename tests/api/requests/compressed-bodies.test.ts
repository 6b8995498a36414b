import { once } from "node:events";
import { request } from "node:http";
import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { residentBytes } from "#tests/support/resident-bytes.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const gateway = sharedGateway({
  env: { MAX_BODY_BYTES: String(MAX_BODY_BYTES), METRICS_TOKEN: "metrics-token-of-the-tests" },
});

const CODINGS: [string, (bytes: string | Buffer) => Buffer][] = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
];

const ASKED = JSON.stringify({ model: "local/echo", input: "Grüße, 日本" });

async function send(path: string, body: Buffer, headers: Record<string, string>) {
  const authorization = `Bearer ${gateway.managementKey}`;
  const init = { method: "POST", headers: { authorization, "content-type": "application/json", ...headers } };
  const response = await fetch(`${gateway.url}/api/v1${path}`, { ...init, body: body as BodyInit });
  return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
}

describe.each(CODINGS)("%s", (encoding, compress) => {
  const headers = { "content-encoding": encoding };

  test("is read", async () => {
    const { status, body } = await send("/responses", compress(ASKED), headers);
    expect(status).toBe(200);
    expect(body.output[0].content[0].text).toContain("Grüße, 日本");
  });

  test("is limited in size after decompression", async () => {
    const large = JSON.stringify({ model: "local/echo", input: "x".repeat(MAX_BODY_BYTES) });
    const compressed = compress(large);
    expect(compressed.byteLength).toBeLessThan(MAX_BODY_BYTES / 50);
    const { status, body } = await send("/responses", compressed, headers);
    expect([status, body.error.message]).toEqual([413, expect.stringContaining(`at most ${MAX_BODY_BYTES} bytes`)]);
  });

  test("is the caller's error if it is truncated or corrupt", async () => {
    const compressed = compress(ASKED.padEnd(4000, " "));
    for (const broken of [compressed.subarray(0, compressed.byteLength - 8), Buffer.from(ASKED), Buffer.from([1, 2])]) {
      const { status, body } = await send("/responses", broken, headers);
      expect([status, body.error.message]).toEqual([400, `The request body is not valid ${encoding}`]);
    }
  });

  test("is accepted in an upload", async () => {
    const form = new FormData();
    form.set("file", new File(["Hello from a file. ".repeat(100)], "a.txt"));
    const plain = new Response(form);
    const bytes = Buffer.from(await plain.arrayBuffer());
    const type = plain.headers.get("content-type") as string;
    const { status, body } = await send("/files", compress(bytes), { ...headers, "content-type": type });
    expect([status, body.size_bytes]).toEqual([200, 1900]);
  });
});

test("an unsupported encoding is rejected with a list of supported ones", async () => {
  const { status, body } = await send("/responses", gzipSync(ASKED), { "content-encoding": "compress" });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining("gzip, br, zstd")]);
});

/** One raw block in a frame that announces a window of 2 to the power of `windowLog` (RFC 8878, section 3.1.1). */
function zstdFrame(text: string, windowLog: number): Buffer {
  const block = Buffer.from(text);
  const blockHeader = Buffer.alloc(3);
  blockHeader.writeUIntLE((block.byteLength << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3]), blockHeader, block]);
}

test("a zstd frame with a window beyond 8 MB is rejected", async () => {
  const headers = { "content-encoding": "zstd" };
  expect((await send("/responses", zstdFrame(ASKED, 23), headers)).status).toBe(200);
  expect((await send("/responses", zstdFrame(ASKED, 27), headers)).status).toBe(400);
});

test("a decompression bomb neither costs memory nor delays the next caller", async () => {
  const before = residentBytes(gateway.pid);
  const outgoing = request(`${gateway.url}/api/v1/responses`, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${gateway.managementKey}`, "content-encoding": "gzip" },
  });
  outgoing.on("error", () => undefined);
  const gzip = createGzip().setMaxListeners(0);
  gzip.pipe(outgoing);
  const answered = once(outgoing, "response");
  const zeros = Buffer.alloc(1024 * 1024);
  for (let sent = 0; sent < 200; sent++) if (!gzip.write(zeros)) await Promise.race([once(gzip, "drain"), answered]);
  const [response] = await answered;
  expect(response.statusCode).toBe(413);
  outgoing.destroy();
  expect((await send("/responses", gzipSync(ASKED), { "content-encoding": "gzip" })).status).toBe(200);
  expect(residentBytes(gateway.pid) - before).toBeLessThan(60 * 1024 * 1024);
});
