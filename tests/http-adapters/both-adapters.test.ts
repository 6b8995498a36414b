import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpAdapter, type Production, startProduction } from "#tests/support/production.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { connect as connectWebSocket } from "../pipeline/websocket/connect.ts";

// The same route files respond in our own process and in plain `next start`. Needs the build of `npm test`.

const ADAPTERS: HttpAdapter[] = ["main", "next"];
const MOST_BYTES = 1024 * 1024;

let upstream: Upstream;
const gateways = new Map<HttpAdapter, Production>();
const keys = new Map<HttpAdapter, string>();

beforeAll(async () => {
  upstream = await startUpstream();
  for (const adapter of ADAPTERS) {
    const gateway = await startProduction(adapter, { upstream, env: { MAX_BODY_BYTES: String(MOST_BYTES) } });
    gateways.set(adapter, gateway);
    const { body } = await gateway.call("POST", "/keys", { name: "doors" });
    keys.set(adapter, body.key);
  }
});

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.stop();
  await upstream.close();
});

type Call = { name: string; path: string; status: number; init?: RequestInit; anonymous?: boolean };

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

function formWith(content: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([content]), "a.txt");
  return form;
}

function soundForm(): FormData {
  const form = new FormData();
  form.append("model", "openai/whisper-1");
  form.append("file", new Blob(["RIFF"]), "a.wav");
  return form;
}

const CALLS: Call[] = [
  { name: "a JSON answer", path: "/responses", status: 200, init: post({ model: "openai/gpt-4o-mini", input: "Hi" }) },
  {
    name: "a stream",
    path: "/responses",
    status: 200,
    init: post({ model: "openai/gpt-4o-mini", input: "Hi", stream: true }),
  },
  {
    name: "a stream of messages",
    path: "/messages",
    status: 200,
    init: post({ model: "local/echo", max_tokens: 99, stream: true, messages: [{ role: "user", content: "Hi" }] }),
  },
  { name: "an upload", path: "/files", status: 200, init: { method: "POST", body: formWith("text") } },
  { name: "an upload of no kind", path: "/files", status: 400, init: { method: "POST", body: formWith("a\0b") } },
  {
    name: "speech of the local synthesizer",
    path: "/audio/speech",
    status: 200,
    init: post({ model: "local/flite", input: "Hi", response_format: "mp3" }),
  },
  {
    name: "a transcript of sound in JSON",
    path: "/audio/transcriptions",
    status: 200,
    init: post({ model: "openai/whisper-1", input_audio: { data: "UklGRg==".padStart(200_000, "A"), format: "wav" } }),
  },
  {
    name: "a transcript of a form",
    path: "/audio/transcriptions",
    status: 200,
    init: { method: "POST", body: soundForm() },
  },
  {
    name: "sound over the limit",
    path: "/audio/transcriptions",
    status: 413,
    init: post({ model: "openai/whisper-1", input_audio: { data: "A".repeat(2 * MOST_BYTES), format: "wav" } }),
  },
  { name: "an unknown path", path: "/no/such/path", status: 404 },
  { name: "an unknown model", path: "/responses", status: 404, init: post({ model: "no/such", input: "Hi" }) },
  { name: "a wrong method", path: "/responses", status: 405, init: { method: "PUT" } },
  {
    name: "no key",
    path: "/responses",
    status: 401,
    init: post({ model: "local/echo", input: "Hi" }),
    anonymous: true,
  },
  { name: "a wrong type", path: "/responses", status: 400, init: post({ model: 7, input: "Hi" }) },
  { name: "malformed JSON", path: "/responses", status: 400, init: post('{"model":') },
  { name: "a HEAD request", path: "/models/count", status: 200, init: { method: "HEAD" } },
  { name: "a model", path: "/model/openai/gpt-4o-mini", status: 200 },
  { name: "a model whose slash is encoded", path: "/models/openai%2Fgpt-4o-mini", status: 200 },
  { name: "an endpoint that is retired", path: "/credits/coinbase", status: 410, init: post({}) },
  {
    name: "a body over the limit",
    path: "/responses",
    status: 413,
    init: post({ model: "local/echo", input: "x".repeat(2 * MOST_BYTES) }),
  },
];

describe("both HTTP adapters respond alike", () => {
  test.each(CALLS)(
    "$name: $status",
    async ({ path, status, init, anonymous = false }) => {
      const [main, next] = await Promise.all(ADAPTERS.map((adapter) => answerOf(adapter, path, init, anonymous)));
      expect(main?.status).toBe(status);
      expect(next).toEqual(main);
    },
    60_000,
  );

  test("both HTTP adapters send a stream chunk by chunk", async () => {
    for (const adapter of ADAPTERS) {
      const body = { model: "openai/gpt-4o-mini", input: "fault-words-40 fault-slow-chunks-50", stream: true };
      const response = await send(adapter, "/responses", post(body), false);
      let pieces = 0;
      for await (const _ of response.body ?? []) pieces += 1;
      expect(pieces).toBeGreaterThan(10);
    }
  });
});

test.each([
  ["/api/v1/key?x=1", '"is_management_key":false'],
  ["/sign-in", "<!DOCTYPE html>"],
])("an absolute URL as the request target, as proxies send it, is routed the same: %s", async (path, shown) => {
  const { hostname, port } = new URL(gateways.get("main")?.url ?? "");
  const socket = connect(Number(port), hostname);
  const lines = [`GET http://gateway.example${path} HTTP/1.1`, "Host: gateway.example", "Connection: close"];
  socket.write(`${[...lines, `Authorization: Bearer ${keys.get("main")}`].join("\r\n")}\r\n\r\n`);
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toContain(shown);
});

test.each(ADAPTERS)("%s: clients may leave out /api: /v1 is the same API", async (adapter) => {
  const { url } = gateways.get(adapter) as Production;
  const apiKey = keys.get(adapter) as string;
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey });
  const { output_text: whole } = await openai.responses.create({ model: "openai/gpt-4o-mini", input: "Hi" });
  expect(whole).toBe("You said: Hi");
  const anthropic = new Anthropic({ baseURL: url, authToken: apiKey });
  const messages = [{ role: "user" as const, content: "Hi" }];
  const stream = anthropic.messages.stream({ model: "local/echo", max_tokens: 99, messages });
  expect(await stream.finalText()).toContain("Hi");
  const missing = await fetch(`${url}/v1/nothing`);
  expect([missing.status, (await missing.json()).error.code]).toEqual([404, 404]);
});

test.each(ADAPTERS)("%s: clients of the Gemini API have addresses of their own", async (adapter) => {
  const { url } = gateways.get(adapter) as Production;
  const apiKey = keys.get(adapter) as string;
  const { models, files } = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
  for (const model of ["openai/gpt-4o-mini", "gpt-4o-mini"]) {
    expect((await models.generateContent({ model, contents: "Hi" })).text).toBe("You said: Hi");
    let streamed = "";
    for await (const { text: piece } of await models.generateContentStream({ model, contents: "Hi" }))
      streamed += piece;
    expect(streamed).toBe("You said: Hi");
    expect((await models.countTokens({ model, contents: "Hi" })).totalTokens).toBeGreaterThan(0);
    expect((await models.get({ model })).name).toBe("models/openai/gpt-4o-mini");
  }
  const { embeddings } = await models.embedContent({ model: "local/word-hash", contents: ["A", "B"] });
  expect(embeddings).toHaveLength(2);
  const file = await files.upload({ file: new Blob(["text"]), config: { mimeType: "text/plain" } });
  expect((await files.get({ name: file.name as string })).uri).toBe(file.uri);
  const headers = { "content-type": "application/json", "x-goog-api-key": apiKey };
  const call = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return await response.json();
  };
  const said = { contents: [{ parts: [{ text: "Hi" }] }] };
  // Next hides what a rewrite adds to the query.
  if (adapter === "main")
    expect(await call("/v1beta/models/local/echo:streamGenerateContent", said)).toBeInstanceOf(Array);
  const drawn = { instances: [{ prompt: "A red cube" }] };
  expect((await call("/v1beta1/publishers/local/models/poster:predict", drawn)).predictions).toHaveLength(1);
  expect((await call("/v1beta/models/local/echo:computeTokens", {})).error).toMatchObject({ status: "NOT_FOUND" });
});

const HANDSHAKE = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];

describe("WebSockets alongside Next's pages", () => {
  test.each(["/api/v1/responses", "/v1/responses"])("%s answers a turn", async (path) => {
    const { url } = gateways.get("main") as Production;
    const client = await connectWebSocket({ url, managementKey: keys.get("main") as string }, { path });
    const events = await client.turn({ type: "response.create", model: "openai/gpt-4o-mini", input: "Hi" });
    expect(events.at(-1)).toMatchObject({ type: "response.completed" });
    client.socket.close();
    expect(await client.closed).toMatchObject({ code: 1005 });
  });

  test.each([
    ["/api/v1/responses", 401],
    ["/docs", 200],
    ["/_next/webpack-hmr", 404],
    ["/api/v1/key", 401],
  ] as const)("a handshake without a key at %s is a %i", async (path, status) => {
    const { hostname, port } = new URL(gateways.get("main")?.url ?? "");
    const socket = connect(Number(port), hostname);
    socket.write(`${[`GET ${path} HTTP/1.1`, "Host: gateway.example", ...HANDSHAKE].join("\r\n")}\r\n\r\n`);
    const [head] = await once(socket, "data");
    expect(String(head).split(" ")[1]).toBe(String(status));
    socket.destroy();
  });

  test("next start asks for an upgrade that it does not have", async () => {
    const response = await send("next", "/responses", {}, false);
    expect(response.status).toBe(426);
  });
});

function send(adapter: HttpAdapter, path: string, init: RequestInit = {}, anonymous: boolean): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!anonymous) headers.set("authorization", `Bearer ${keys.get(adapter)}`);
  return fetch(`${gateways.get(adapter)?.url}/api/v1${path}`, { ...init, headers });
}

/** Returns a response without the parts that differ between any two requests. */
async function answerOf(adapter: HttpAdapter, path: string, init: RequestInit | undefined, anonymous: boolean) {
  const response = await send(adapter, path, init, anonymous);
  const named = ["content-type", "allow", "www-authenticate", "cache-control"];
  return {
    status: response.status,
    headers: Object.fromEntries(named.map((name) => [name, response.headers.get(name)])),
    hasRequestId: response.headers.has("x-request-id"),
    body: withoutChance(await response.text()),
  };
}

/** Ids, times and measured durations are replaced by their kind. */
function withoutChance(text: string): string {
  return text
    .replace(/\b(?:resp|msg|gen|rs|item|req|call|fc)[_-][\w-]+/g, "<id>")
    .replace(/\bfile-sb-[0-9a-f]{32}/g, "<file>")
    .replace(/"created_at":"[^"]+"/g, '"created_at":<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replace(/"(created|created_at|completed_at)":[\d.]+/g, '"$1":<time>')
    .replace(/"(latency|throughput)_last_30m":(?:null|\{[^}]*\})/g, '"$1":<measured>')
    .replace(/"uptime_last_\w+":[\d.a-z]+/g, "<uptime>");
}
