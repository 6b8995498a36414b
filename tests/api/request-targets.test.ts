import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.stop());

/** Sends the head of a request as it is; answers its status line's code and its body. */
async function sent(requestLine: string, ...headers: string[]) {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  const lines = [requestLine, `Authorization: Bearer ${gateway.managementKey}`, "Connection: close", ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const answer = await text(socket);
  return { status: Number(answer.split(" ")[1]), body: answer.slice(answer.indexOf("\r\n\r\n") + 4) };
}

test("HTTP/1.0, which knows no Host, is answered", async () => {
  const { status, body } = await sent("GET /api/v1/key HTTP/1.0");
  expect(status).toBe(200);
  expect(body).toContain('"is_management_key":true');
});

test.each([
  ["no path at all", "OPTIONS * HTTP/1.1", "Host: gateway.example"],
  ["a Host that is none", "GET /api/v1/key HTTP/1.1", "Host: a b/"],
  ["a backslash", "GET /api\\v1/key HTTP/1.1", "Host: gateway.example"],
])("%s is a 400 in the envelope", async (_, requestLine, ...headers) => {
  const { status, body } = await sent(requestLine, ...headers);
  expect(status).toBe(400);
  expect(body).toContain('"error":{"type":"invalid_request_error","code":400');
});
