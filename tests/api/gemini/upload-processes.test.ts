import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const PIECE = 256 * 1024;
const TEXT = `${"0123456789abcde\n".repeat((2 * PIECE) / 16)}The end.`;

let postgres: PostgresServer;
let s3: S3Server;
let upstream: Upstream;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  [postgres, s3, upstream] = await Promise.all([startPostgres(), startS3(), startUpstream()]);
  const env = {
    DATABASE_URL: postgres.url,
    SWITCHBOARD_SECRET: "of-an-installation-with-two-processes",
    ...s3.env,
  };
  for (let process = 0; process < 2; process += 1) gateways.push(await openPooledGateway({ upstream, env }));
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([postgres?.close(), s3?.close(), upstream?.close()]);
});

test("each piece of an upload may reach another process", async () => {
  const [first, second] = gateways as [TestGateway, TestGateway];
  const { key } = await first.newKey();
  const started = await fetch(`${first.url}/upload/v1beta/files?key=${key}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
    },
    body: JSON.stringify({ file: { displayName: "notes.txt" } }),
  });
  const address = new URL(started.headers.get("x-goog-upload-url") as string);
  const send = async (gateway: TestGateway, command: string, offset: number, bytes: string) => {
    const headers = { "x-goog-upload-command": command, "x-goog-upload-offset": String(offset) };
    const target = `${gateway.url}${address.pathname}${address.search}`;
    const response = await fetch(target, { method: "POST", headers, body: bytes });
    const body = (await response.json()) as { file?: { sizeBytes: string } };
    return { body, state: response.headers.get("x-goog-upload-status") };
  };
  expect((await send(first, "upload", 0, TEXT.slice(0, PIECE))).state).toBe("active");
  expect((await send(second, "upload", PIECE, TEXT.slice(PIECE, 2 * PIECE))).state).toBe("active");
  const { body, state } = await send(first, "upload, finalize", 2 * PIECE, TEXT.slice(2 * PIECE));
  expect([state, body.file?.sizeBytes]).toEqual(["final", String(TEXT.length)]);
  for (const gateway of gateways) {
    const { body: list } = await gateway.call("GET", "/files", undefined, { key });
    expect(list.data).toEqual([expect.objectContaining({ filename: "notes.txt", size_bytes: TEXT.length })]);
  }
});

test("each part of an upload of OpenAI's clients may reach another process", async () => {
  const { key } = await (gateways[0] as TestGateway).newKey();
  const [first, second] = gateways.map(({ url }) => new OpenAI({ apiKey: key, baseURL: `${url}/api/v1` }).uploads);
  if (!first || !second) throw new Error("There are two processes");
  const bytes = Buffer.byteLength(TEXT);
  const { id } = await first.create({ bytes, filename: "parts.txt", mime_type: "text/plain", purpose: "user_data" });
  const add = async (uploads: typeof first, text: string) =>
    (await uploads.parts.create(id, { data: await toFile(Buffer.from(text)) })).id;
  const [end, start] = await Promise.all([add(first, TEXT.slice(PIECE)), add(second, TEXT.slice(0, PIECE))]);
  const { file } = await first.complete(id, { part_ids: [start, end] });
  expect(file).toMatchObject({ filename: "parts.txt", bytes });
  expect(await second.complete(id, { part_ids: [start, end] })).toMatchObject({ status: "completed", file });
});
