import { beforeEach, describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// The upload protocol of Google's clients, step by step: https://ai.google.dev/gemini-api/docs/files

const gateway = sharedGateway();
const PIECE = 256 * 1024;
const TEXT = `${"0123456789abcde\n".repeat(PIECE / 16)}The end.`;

let key: string;
let hash: string;
beforeEach(async () => {
  ({ key, hash } = await gateway.newKey());
});

async function start(headers: Record<string, string> = {}, body: Body = { file: { displayName: "notes.txt" } }) {
  const response = await fetch(`${gateway.url}/upload/v1beta/files?key=${key}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(TEXT.length),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, address: response.headers.get("x-goog-upload-url"), body: await response.json() };
}

async function open(headers?: Record<string, string>): Promise<string> {
  const { address } = await start(headers);
  return address as string;
}

async function send(address: string, command: string, bytes = "", offset?: number) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "x-goog-upload-command": command, ...(offset !== undefined && { "x-goog-upload-offset": `${offset}` }) },
    body: bytes,
  });
  const { headers } = response;
  return {
    status: response.status,
    state: headers.get("x-goog-upload-status"),
    received: headers.get("x-goog-upload-size-received"),
    body: await response.json(),
  };
}

const sizes = async () => (await gateway.call("GET", "/files")).body.data.map((file: Body) => file.size_bytes);

describe("an upload", () => {
  test("takes the bytes without a key, at once", async () => {
    const { status, state, body } = await send(await open(), "upload, finalize", TEXT, 0);
    expect([status, state]).toEqual([200, "final"]);
    expect(body.file).toMatchObject({ displayName: "notes.txt", sizeBytes: String(TEXT.length) });
  });

  test("takes pieces, says how much it has, and ignores one that is sent again", async () => {
    const address = await open();
    const first = TEXT.slice(0, PIECE);
    expect(await send(address, "query")).toMatchObject({ state: "active", received: "0" });
    expect(await send(address, "upload", first, 0)).toMatchObject({ state: "active", received: String(PIECE) });
    expect(await send(address, "upload", first, 0)).toMatchObject({ state: "active", received: String(PIECE) });
    expect(await send(address, "query")).toMatchObject({ state: "active", received: String(PIECE) });
    const made = await send(address, "upload, finalize", TEXT.slice(PIECE), PIECE);
    expect(made).toMatchObject({ state: "final", body: { file: { sizeBytes: String(TEXT.length) } } });
    expect(await send(address, "upload, finalize", TEXT.slice(PIECE), PIECE)).toEqual(made);
  });

  test("can end without further bytes, and is gone once it is canceled", async () => {
    const address = await open({ "x-goog-upload-header-content-length": String(PIECE) });
    await send(address, "upload", TEXT.slice(0, PIECE), 0);
    expect(await send(address, "finalize")).toMatchObject({ state: "final" });
    const other = await open();
    await send(other, "upload", TEXT.slice(0, PIECE), 0);
    expect(await send(other, "cancel")).toMatchObject({ state: "cancelled" });
    expect(await send(other, "query")).toMatchObject({ received: "0" });
  });

  test.each<[string, string, string, number | undefined, RegExp]>([
    ["fewer bytes than announced", "upload, finalize", TEXT.slice(0, 99), 0, /has 99 of the 262152 bytes/],
    ["a gap before its piece", "upload", TEXT.slice(0, PIECE), PIECE, /X-Goog-Upload-Offset: must be 0/],
    ["a piece of another size", "upload", TEXT.slice(0, 99), 0, /must have a multiple of 262144 bytes/],
    ["an unknown command", "send", TEXT, 0, /X-Goog-Upload-Command: must be upload/],
  ])("with %s is rejected and stores nothing", async (_, command, bytes, offset, message) => {
    const before = await sizes();
    const { status, state, body } = await send(await open(), command, bytes, offset);
    expect([status, state, body.error.status]).toEqual([400, null, "INVALID_ARGUMENT"]);
    expect(body.error.message).toMatch(message);
    expect(await sizes()).toEqual(before);
  });

  test("ends with the key that started it", async () => {
    const address = await open();
    await gateway.call("DELETE", `/keys/${hash}`);
    expect((await send(address, "upload, finalize", TEXT, 0)).status).toBe(401);
  });

  test("needs the address as it was signed", async () => {
    const address = new URL(await open());
    const [text, expiresAt, signature] = (address.searchParams.get("upload_id") as string).split(".");
    for (const id of ["none", `${text}.${Number(expiresAt) + 1}.${signature}`, `${text}x.${expiresAt}.${signature}`]) {
      address.searchParams.set("upload_id", id);
      expect((await send(address.href, "upload, finalize", TEXT, 0)).status, id).toBe(404);
    }
  });

  test.each([
    [400, { "x-goog-upload-protocol": "multipart" }],
    [400, { "x-goog-upload-command": "upload" }],
    [400, { "x-goog-upload-header-content-length": "many" }],
    [413, { "x-goog-upload-header-content-length": String(100 * 1024 * 1024 + 1) }],
  ])("that starts wrongly is a %i: %o", async (status, headers) => {
    expect((await start(headers)).status).toBe(status);
  });

  test("needs a management key if the workspace restricts uploads", async () => {
    await gateway.call("PATCH", "/workspaces/default", { uploads_need_management_key: true });
    expect((await start()).status).toBe(403);
  });
});
