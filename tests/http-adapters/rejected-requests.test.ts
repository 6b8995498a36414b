import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newServer } from "#server/http/server.ts";
import { type Production, startProduction } from "#tests/support/production.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

// Requests that Node's HTTP parser rejects, over raw sockets. Needs the build of `npm test`.

let upstream: Upstream;
let gateway: Production;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startProduction("main", { upstream });
});

afterAll(async () => {
  await gateway?.stop();
  await upstream?.close();
});

const HOST = "Host: gateway.example";
const CHUNKED = "Transfer-Encoding: chunked";

function head(requestLine: string, ...headers: string[]): string {
  return `${[requestLine, ...headers].join("\r\n")}\r\n\r\n`;
}

function open(url = gateway.url) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  return { socket, answer: text(socket) };
}

/** Returns the whole response to these bytes, until the gateway closes the connection. */
function answerTo(bytes: string | Buffer): Promise<string> {
  const { socket, answer } = open();
  socket.write(bytes);
  return answer;
}

function read(answer: string) {
  const [top = "", body = ""] = answer.split("\r\n\r\n");
  const [statusLine = "", ...lines] = top.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
  return { status: Number(statusLine.split(" ")[1]), headers, body, answers: answer.split("HTTP/1.1 ").length - 1 };
}

function expectEnvelope(answer: string, status: number, message: RegExp): void {
  const { headers, body, answers, ...seen } = read(answer);
  expect({ ...seen, answers }).toEqual({ status, answers: 1 });
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  expect(headers.get("connection")).toBe("close");
  expect(Number(headers.get("content-length"))).toBe(Buffer.byteLength(body));
  const { type, error } = JSON.parse(body);
  expect({ type, code: error.code }).toEqual({ type: "error", code: status });
  expect(error.type).toBe(status === 408 ? "timeout_error" : "invalid_request_error");
  expect(error.message).toMatch(message);
}

const POST = "POST /api/v1/responses HTTP/1.1";

describe("has the envelope and a request ID, and closes the connection", () => {
  test.each<[string, number, RegExp, string | Buffer]>([
    ["no HTTP", 400, /not valid HTTP/, head("FOO BAR")],
    ["TLS", 400, /not valid HTTP/, Buffer.from("160301020001", "hex")],
    ["HTTP/2 without an upgrade", 400, /not valid HTTP/, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a header without a name", 400, /not valid HTTP/, head("GET /api/v1/key HTTP/1.1", HOST, ": x")],
    ["no Host", 400, /needs a Host/, head("GET /api/v1/key HTTP/1.1", "Connection: close")],
    ["two Hosts", 400, /Host is invalid/, head("GET /api/v1/key HTTP/1.1", HOST, "Host: other", "Connection: close")],
    ["two Host headers for a page", 400, /Host is invalid/, head("GET /sign-in HTTP/1.1", HOST, "Host: other")],
    ["no path", 400, /URL/, head("GET * HTTP/1.1", HOST)],
    ["OPTIONS without a path", 400, /URL/, head("OPTIONS * HTTP/1.1", HOST)],
    ["a page's path that is not UTF-8", 400, /URL/, head("GET /reset/%ff HTTP/1.1", HOST)],
    ["a page's path with an incomplete escape", 400, /URL/, head("GET /w/%e0%a4/keys HTTP/1.1", HOST)],
    [
      "two Content-Length headers",
      400,
      /not valid HTTP/,
      `${head(POST, HOST, "Content-Length: 5", "Content-Length: 6")}hello`,
    ],
    ["Content-Length with chunked encoding", 400, /not valid HTTP/, head(POST, HOST, CHUNKED, "Content-Length: 5")],
    ["a Content-Length that is not a number", 400, /not valid HTTP/, head(POST, HOST, "Content-Length: five")],
    ["an unknown transfer encoding", 400, /not valid HTTP/, head(POST, HOST, "Transfer-Encoding: gzip")],
    ["a chunk without a size", 400, /not valid HTTP/, `${head(POST, HOST, CHUNKED)}zz\r\n`],
    ["a chunk with a long extension", 413, /extensions/, `${head(POST, HOST, CHUNKED)}2;${"x".repeat(20_000)}\r\n`],
    ["headers of megabytes", 431, /too large/, head("GET /api/v1/key HTTP/1.1", HOST, `X: ${"x".repeat(4_000_000)}`)],
    ["an unknown expectation", 417, /100-continue/, head(POST, HOST, "Expect: more", "Content-Length: 0")],
    ["CONNECT", 405, /CONNECT/, head("CONNECT example.com:443 HTTP/1.1", "Host: example.com:443")],
  ])("%s: %i", async (_, status, message, bytes) => {
    expectEnvelope(await answerTo(bytes), status, message);
  });
});

test.each([
  ["headers", "GET / HTTP/1.1\r\nX: "],
  ["a body", `${head("POST / HTTP/1.1", HOST, "Content-Length: 10")}half`],
])("%s that never arrive completely: 408", async (_, bytes) => {
  const server = newServer({
    HEADERS_TIMEOUT_MS: 50,
    BODY_TIMEOUT_MS: 100,
    KEEP_ALIVE_TIMEOUT_MS: 1000,
    MAX_CONNECTIONS: 10,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { socket, answer } = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  socket.write(bytes);
  expectEnvelope(await answer, 408, /in time/);
  server.close();
});

test("a client that keeps sending without reading the rejection is disconnected", async () => {
  const { socket } = open();
  socket.pause().on("error", () => undefined);
  const closed = once(socket, "close");
  socket.write(head("FOO BAR"));
  const sending = setInterval(() => socket.write("x".repeat(1000)), 10);
  await closed;
  clearInterval(sending);
});

test("a client rejected while sending its body can read the response and is then disconnected", async () => {
  const { socket, answer } = open();
  socket.on("error", () => undefined);
  socket.write(head(POST, HOST, "Authorization: Bearer wrong", "Content-Length: 100000000"));
  const sending = setInterval(() => socket.write("x".repeat(1000)), 10);
  const told = await answer.finally(() => clearInterval(sending));
  expect(read(told)).toMatchObject({ status: 401, answers: 1, body: expect.stringContaining("authentication_error") });
});

test.each(["a/b", "user@gateway", "gateway?x", "a b", "gateway:port", "[::1", "gate\\way"])(
  "rejects %s as Host",
  async (host) => {
    const response = read(await answerTo(head("GET /api/v1/models HTTP/1.1", `Host: ${host}`, "Connection: close")));
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining("Host is invalid") });
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  },
);

test.each(["Gateway.Example", "gateway:80", "[::1]:3000", "127.0.0.1", "under_score", ""])(
  "accepts %s as Host",
  async (host) => {
    const response = await answerTo(head("GET /api/v1/models/count HTTP/1.1", `Host: ${host}`, "Connection: close"));
    expect(read(response).status).toBe(200);
  },
);

test.each(["h2c", "websocket"])(
  "an upgrade of a POST to %s is ignored, even after a page request",
  async (protocol) => {
    await fetch(`${gateway.url}/sign-in`);
    const wish = ["Connection: Upgrade, close", `Upgrade: ${protocol}`, "Authorization: Bearer wrong"];
    const body = '{"model":"local/echo","input":"Hi"}';
    const response = await answerTo(`${head(POST, HOST, ...wish, `Content-Length: ${body.length}`)}${body}`);
    expect(read(response)).toMatchObject({ status: 401, body: expect.stringContaining("authentication_error") });
  },
);

describe("a request body that is cut off during the upstream request", () => {
  async function newKey() {
    const { body } = await gateway.call("POST", "/keys", { name: "refused", limit: 0.01 });
    const usage = async () => {
      const { data } = (await gateway.call("GET", `/keys/${body.data.hash}`)).body;
      return { usage: data.usage, remaining: data.limit_remaining };
    };
    return { authorization: `Authorization: Bearer ${body.key}`, usage };
  }

  const ask = (fields: object) => JSON.stringify({ model: "openai/gpt-4o-mini", max_output_tokens: 20, ...fields });

  test.each([
    ["while it is read", "/responses", "application/json", '{"model":'],
    ["while an upload is stored", "/files", "multipart/form-data; boundary=b", "--b\r\n"],
    [
      "while sound is read",
      "/audio/transcriptions",
      "application/json",
      '{"model":"openai/whisper-1","input_audio":{"data":"',
    ],
  ])("%s: 400, nothing charged", async (_, path, type, start) => {
    const { authorization, usage } = await newKey();
    const { socket, answer } = open();
    const headers = [HOST, CHUNKED, authorization, `Content-Type: ${type}`];
    socket.write(`${head(`POST /api/v1${path} HTTP/1.1`, ...headers)}${start.length.toString(16)}\r\n${start}\r\n`);
    // Until the handler reads.
    await gateway.call("GET", "/key");
    socket.write("no chunk\r\n");
    expectEnvelope(await answer, 400, /not valid HTTP/);
    expect(await usage()).toEqual({ usage: 0, remaining: 0.01 });
  });

  test("a body longer than its declared length, during the upstream request: 400, the upstream is aborted, the reservation is released", async () => {
    const { authorization, usage } = await newKey();
    const marker = `excess-${crypto.randomUUID()}`;
    const body = ask({ input: `${marker} fault-slow-headers-20000` });
    const { socket, answer } = open();
    const asked = () => upstream.requests.find((request) => JSON.stringify(request.body).includes(marker));
    socket.write(`${head(POST, HOST, authorization, `Content-Length: ${body.length}`)}${body}`);
    await expect.poll(asked).toBeDefined();
    socket.write("more\r\n\r\n");
    expectEnvelope(await answer, 400, /not valid HTTP/);
    await expect.poll(() => asked()?.closedAtMs).toBeDefined();
    await expect.poll(usage).toEqual({ usage: 0, remaining: 0.01 });
  });

  test("a started response is cut off without an error in it, and what was delivered is charged", async () => {
    const { authorization, usage } = await newKey();
    const body = ask({ input: "fault-words-200 fault-slow-chunks-20", stream: true, max_output_tokens: 400 });
    const { socket, answer } = open();
    socket.write(`${head(POST, HOST, authorization, `Content-Length: ${body.length}`)}${body}`);
    await once(socket, "data");
    socket.write("more\r\n\r\n");
    const { status, answers } = read(await answer);
    expect({ status, answers }).toEqual({ status: 200, answers: 1 });
    expect(await answer).not.toContain('"code":400');
    await expect.poll(async () => (await usage()).usage).toBeGreaterThan(0);
  });

  test("on a pipelined connection the rejection follows the earlier responses", async () => {
    const { socket, answer } = open();
    socket.write(head("GET /api/v1/models/count HTTP/1.1", HOST));
    await once(socket, "data");
    socket.write(head("FOO BAR"));
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  test("no rejected request is logged as an error", () => {
    expect(gateway.output()).not.toMatch(/unhandled|uncaught|"level":(50|60)|TypeError/i);
  });
});
