import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { residentBytes } from "#tests/support/resident-bytes.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// Limits on the memory and connections that large, slow and missing bodies can take up.

const MAX_BODY_BYTES = 1024 * 1024;
const IDLE_MS = 1_500;

const gateway = sharedGateway();
const tight = sharedGateway({
  env: {
    MAX_BODY_BYTES: String(MAX_BODY_BYTES),
    MAX_BODY_BYTES_IN_FLIGHT: String(2 * MAX_BODY_BYTES),
    BODY_IDLE_TIMEOUT_MS: String(IDLE_MS),
    MAX_CONNECTIONS: "20",
  },
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function open({ url } = gateway): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

function headOf(path: string, length: number, key?: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "Host: gateway.example",
    "Connection: close",
    "Content-Type: application/json",
  ];
  return [...lines, `Content-Length: ${length}`, ...(key ? [`Authorization: Bearer ${key}`] : []), "", ""].join("\r\n");
}

/** Sends part of a body and returns the status of the response. */
async function statusOf(socket: Socket): Promise<number> {
  return Number((await text(socket)).split(" ")[1]);
}

async function timeOf(url: string): Promise<number> {
  const startMs = performance.now();
  await fetch(`${url}/api/v1/models/count`).then((response) => response.text());
  return performance.now() - startMs;
}

test("300 sign-ins that announce 64 MiB are rejected at once", async () => {
  const statuses = Array.from({ length: 300 }, () => {
    const socket = open();
    socket.write(`${headOf("/api/session/sign-in/email", 64 * 1024 * 1024)}{`);
    return statusOf(socket);
  });
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([413]));
});

test("a sign-in accepts 64 kB, announced or not", async () => {
  const post = (size: number, init: object = {}) =>
    fetch(`${gateway.url}/api/session/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "owner@example.com", password: "x".repeat(size) }),
      ...init,
    }).then(({ status }) => status);
  expect(await post(60_000)).toBe(400);
  expect(await post(70_000)).toBe(413);
  const stream = () => new Blob([" ".repeat(70_000)]).stream();
  expect(await post(0, { body: stream(), duplex: "half" })).toBe(413);
});

test("an announced length reserves no memory and delays nobody", async () => {
  await timeOf(gateway.url);
  const before = residentBytes(gateway.pid);
  const held = Array.from({ length: 200 }, open);
  for (const socket of held) socket.write(`${headOf("/api/v1/responses", 60 * 1024 * 1024, gateway.managementKey)}{"`);
  await Promise.all(held.map((socket) => once(socket, "connect")));
  expect(await timeOf(gateway.url)).toBeLessThan(10_000);
  expect(residentBytes(gateway.pid) - before).toBeLessThan(150 * 1024 * 1024);
});

test("a body sent byte by byte arrives complete", async () => {
  const body = JSON.stringify({ model: "local/echo", input: "é".repeat(30_000) });
  const socket = open();
  const head = headOf("/api/v1/responses", 0, gateway.managementKey);
  socket.write(head.replace("Content-Length: 0", "Transfer-Encoding: chunked"));
  socket.write(Buffer.concat(Array.from(Buffer.from(body), (byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]))));
  socket.write("0\r\n\r\n");
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1.1 200 /);
  expect(response).toContain("é".repeat(30_000));
});

test("all bodies together are limited: above the limit requests get 503, and later ones succeed", async () => {
  const half = JSON.stringify({ model: "local/echo", input: "x".repeat(MAX_BODY_BYTES - 1000) });
  const asked = () => headOf("/api/v1/responses", half.length, tight.managementKey);
  const [first, second] = [open(tight), open(tight)];
  for (const socket of [first, second]) socket.write(asked() + half.slice(0, -1));
  await new Promise((done) => setTimeout(done, 300));
  const third = open(tight);
  third.write(asked() + half);
  const refused = await text(third);
  expect(refused).toMatch(/^HTTP\/1.1 503 /);
  expect(refused).toContain('"type":"overloaded_error","code":503');
  expect(refused).toMatch(/retry-after: 1/i);
  for (const socket of [first, second]) socket.write(half.slice(-1));
  expect(await Promise.all([first, second].map(statusOf))).toEqual([200, 200]);
  for (let again = 0; again < 4; again += 1) {
    const next = open(tight);
    next.write(asked() + half);
    expect(await statusOf(next)).toBe(200);
  }
});

test.each([
  ["/api/v1/responses", "application/json", 408],
  ["/api/v1/files", "multipart/form-data; boundary=x", Number.NaN],
])("%s: a stalled body is abandoned", async (path, type, status) => {
  const socket = open(tight);
  socket.write(`${headOf(path, 1000, tight.managementKey).replace("application/json", type)}{`);
  expect(await statusOf(socket)).toBe(status);
});

test("connections above the limit are closed, and others continue", async () => {
  const kept = Array.from({ length: 30 }, () => open(tight));
  let closed = 0;
  for (const socket of kept) socket.once("close", () => (closed += 1));
  await expect.poll(() => closed, { timeout: 30_000 }).toBeGreaterThanOrEqual(10);
  await later(200);
  expect(closed).toBeLessThan(20);
  for (const socket of kept) socket.destroy();
  await later(200);
  expect(await timeOf(tight.url)).toBeLessThan(20_000);
});

function later(ms: number): Promise<string> {
  return new Promise((done) => setTimeout(() => done("open"), ms));
}
