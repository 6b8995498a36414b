import { readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";

let s3: S3Server;
const gateways: Record<string, TestGateway> = {};

beforeAll(async () => {
  s3 = await startS3();
  gateways.disk = await openPooledGateway();
  gateways.S3 = await openPooledGateway({ env: s3.env });
});
afterAll(async () => {
  for (const gateway of Object.values(gateways)) await gateway.stop();
  await s3?.close();
});

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const TAIL = "\r\n--x--\r\n";
const CHUNK = Buffer.alloc(64 * 1024, "text\n");

function* formOf(sizeBytes: number, tail = TAIL): Generator<Uint8Array> {
  yield Buffer.from(HEAD);
  for (let left = sizeBytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
  yield Buffer.from(tail);
}

const headersOf = ({ managementKey }: TestGateway) => ({
  authorization: `Bearer ${managementKey}`,
  "content-type": "multipart/form-data; boundary=x",
});

async function uploadOf(gateway: TestGateway, sizeBytes: number, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/api/v1/files`, {
    method: "POST",
    headers: { ...headersOf(gateway), ...headers },
    body: Readable.toWeb(Readable.from(formOf(sizeBytes))),
    duplex: "half",
  } as unknown as RequestInit);
  return { status: response.status, body: await response.json() };
}

/** Every file in a gateway's folder, complete or not, without the folders. */
function filesIn(folder: string): string[] {
  const all = readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe.each(["disk", "S3"])("an upload to %s", (name) => {
  const gateway = () => gateways[name] as TestGateway;
  const listed = async () => (await gateway().call("GET", "/files")).body.data.length;

  test("accepts 100 MB and rejects one byte more", async () => {
    const taken = await uploadOf(gateway(), MAX_FILE_BYTES);
    expect(taken).toMatchObject({ status: 200, body: { size_bytes: MAX_FILE_BYTES, mime_type: "text/plain" } });
    const before = filesIn(gateway().folder);
    const refused = await uploadOf(gateway(), MAX_FILE_BYTES + 1);
    expect([refused.status, refused.body.error.code]).toEqual([413, 413]);
    expect(filesIn(gateway().folder)).toEqual(before);
    expect(await listed()).toBe(1);
    expect((await gateway().call("DELETE", `/files/${taken.body.id}`)).status).toBe(200);
  });

  test("leaves nothing behind if it is interrupted", async () => {
    const outgoing = request(`${gateway().url}/api/v1/files`, { method: "POST", headers: headersOf(gateway()) });
    const ended = new Promise((done) => outgoing.once("error", done));
    outgoing.write(HEAD);
    outgoing.write(CHUNK);
    const arriving = join(gateway().folder, "files/arriving");
    await expect
      .poll(() => readdirSync(arriving).map((file) => statSync(join(arriving, file)).size > 0))
      .toEqual([true]);
    outgoing.destroy(new Error("left"));
    await ended;
    await expect.poll(() => filesIn(gateway().folder)).toEqual([]);
    expect(await listed()).toBe(0);
    expect(gateway().output()).not.toMatch(/request failed|unhandled/i);
  });
});

test("rejects a file beyond every limit before reading it", async () => {
  const gateway = gateways.disk as TestGateway;
  const outgoing = request(`${gateway.url}/api/v1/files`, {
    method: "POST",
    headers: { ...headersOf(gateway), "content-length": String(1024 ** 4) },
  });
  outgoing.on("error", () => undefined).flushHeaders();
  const status = await new Promise((answered) => outgoing.once("response", (answer) => answered(answer.statusCode)));
  expect(status).toBe(413);
  outgoing.destroy();
});

test("if the storage does not respond, uploads get 503 and no file is listed", async () => {
  const gateway = await openPooledGateway({ env: { ...s3.env, S3_ENDPOINT: "http://127.0.0.1:9" } });
  const { status, body } = await uploadOf(gateway, 1000);
  expect([status, JSON.stringify(body).includes("127.0.0.1")]).toEqual([503, false]);
  expect((await gateway.call("GET", "/files")).body.data).toEqual([]);
  expect(readdirSync(join(gateway.folder, "files/arriving"))).toEqual([]);
  await gateway.stop();
});

test.each([
  [{ S3_BUCKET: "files" }, /S3_ACCESS_KEY_ID is invalid: it is required with S3_BUCKET/],
  [{ S3_ENDPOINT: "s3.example" }, /S3_ENDPOINT is invalid/],
])("the gateway does not start with a partly configured bucket: %j", async (env, sentence) => {
  await expect(startGateway({ env: env as Record<string, string> })).rejects.toThrow(sentence);
});
