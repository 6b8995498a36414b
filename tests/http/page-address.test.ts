import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRejectedUrl, newServer } from "#server/http/server.ts";

let server: Server;

beforeAll(async () => {
  server = newServer({
    HEADERS_TIMEOUT_MS: 1000,
    BODY_TIMEOUT_MS: 1000,
    KEEP_ALIVE_TIMEOUT_MS: 1000,
    MAX_CONNECTIONS: 10,
  });
  server.on("request", (incoming, outgoing) => void (isRejectedUrl(incoming, outgoing) || outgoing.end("a page")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

function answerTo(requestLine: string, ...headers: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${[requestLine, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`);
  return text(socket);
}

test.each([
  ["GET * HTTP/1.1"],
  ["OPTIONS * HTTP/1.1"],
  ["GET /reset/%ff HTTP/1.1"],
  ["GET /w/%e0%a4/keys HTTP/1.1"],
  ["GET /reset/% HTTP/1.1"],
  ["GET / HTTP/1.1", "Host: other"],
])("%s is a 400 in the envelope", async (requestLine, ...headers) => {
  const response = await answerTo(requestLine, "Host: gateway.example", ...headers);
  expect(response).toMatch(/^HTTP\/1.1 400 /);
  expect(response).toContain('"error":{"type":"invalid_request_error","code":400');
});

test.each(["/", "/reset/%C3%A9", "/?next=%ff", "/a%2Fb"])("%s is a valid page URL", async (path) => {
  expect(await answerTo(`GET ${path} HTTP/1.1`, "Host: gateway.example")).toContain("a page");
});
