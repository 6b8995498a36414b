import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

/** Sends the head of a request unchanged; returns the status code and the body. */
async function sendHead(requestLine: string, ...headers: string[]) {
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  const lines = [requestLine, `Authorization: Bearer ${gateway.managementKey}`, "Connection: close", ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const response = await text(socket);
  return { status: Number(response.split(" ")[1]), body: response.slice(response.indexOf("\r\n\r\n") + 4) };
}

test("HTTP/1.0 without a Host header gets a response", async () => {
  const { status, body } = await sendHead("GET /api/v1/key HTTP/1.0");
  expect(status).toBe(200);
  expect(body).toContain('"is_management_key":true');
});

test("each call on a shared connection is authenticated with its own key", async () => {
  const keys = [gateway.managementKey, (await gateway.newKey()).key, "sk-sb-of-nobody", gateway.managementKey];
  const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
  const answers: string[] = [];
  for (const [index, key] of keys.entries()) {
    const last = index === keys.length - 1 ? "Connection: close\r\n" : "";
    socket.write(`GET /api/v1/key HTTP/1.1\r\nHost: gateway.example\r\nAuthorization: Bearer ${key}\r\n${last}\r\n`);
    const [piece] = await once(socket, "data");
    answers.push(String(piece));
  }
  expect(
    answers.map((answer) =>
      answer
        .match(/"is_management_key":(\w+)|"code":(\d+)/)
        ?.slice(1)
        .find(Boolean),
    ),
  ).toEqual(["true", "false", "401", "true"]);
});

test("two credentials count as none", async () => {
  const { status, body } = await sendHead(
    "GET /api/v1/key HTTP/1.1",
    "Host: gateway.example",
    "Authorization: Bearer x",
  );
  expect(status).toBe(401);
  expect(body).not.toContain(gateway.managementKey);
});

test("a repeatable header may be repeated", async () => {
  const twice = ["Accept: text/plain", "Accept: application/json", "User-Agent: one", "User-Agent: two"];
  const { status } = await sendHead("GET /api/v1/key HTTP/1.1", "Host: gateway.example", ...twice);
  expect(status).toBe(200);
});

test.each([
  ["no path at all", "OPTIONS * HTTP/1.1", "Host: gateway.example"],
  ["no path after the method", "GET * HTTP/1.1", "Host: gateway.example"],
  ["an escape that is not UTF-8", "GET /api/v1/keys/%ff HTTP/1.1", "Host: gateway.example"],
  ["an incomplete escape", "GET /api/v1/keys/%e0%a4 HTTP/1.1", "Host: gateway.example"],
  ["an invalid Host", "GET /api/v1/key HTTP/1.1", "Host: a b/"],
  ["two Hosts", "GET /api/v1/key HTTP/1.1", "Host: gateway.example", "Host: other.example"],
  ["a repeated Host", "GET /api/v1/key HTTP/1.1", "Host: gateway.example", "host: gateway.example"],
  ["two Hosts, one of them empty", "GET /api/v1/key HTTP/1.1", "Host: gateway.example", "Host:"],
  ["a backslash", "GET /api\\v1/key HTTP/1.1", "Host: gateway.example"],
])("%s is a 400 in the envelope", async (_, requestLine, ...headers) => {
  const { status, body } = await sendHead(requestLine, ...headers);
  expect(status).toBe(400);
  expect(body).toContain('"error":{"type":"invalid_request_error","code":400');
});
