import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../calling.ts";

// The raw bytes of streams: the gateway encodes chunks itself.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq"] });

const MODEL = "openai/gpt-oss-120b";
const CALL = { stream: true, max_tokens: 200_000, provider: { order: ["groq"], allow_fallbacks: false } };

function request(saysLast: boolean, version = "1.1"): string {
  const body = JSON.stringify(saying("chat", MODEL, "Hello", CALL));
  return [
    `POST /api/v1/chat/completions HTTP/${version}`,
    "Host: gateway.example",
    `Authorization: Bearer ${gateway.managementKey}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Connection: ${saysLast ? "close" : "keep-alive"}`,
    "",
    body,
  ].join("\r\n");
}

function open() {
  return connect(Number(new URL(gateway.url).port), "127.0.0.1");
}

/** Returns the body of the chunked response that starts `bytes`, and the rest. Throws if the encoding is invalid. */
function decode(bytes: string): { body: string; rest: string } {
  let at = bytes.indexOf("\r\n\r\n") + 4;
  let body = "";
  for (;;) {
    const end = bytes.indexOf("\r\n", at);
    const size = bytes.slice(at, end);
    if (!/^[0-9a-f]+$/.test(size)) throw new Error(`No size of a chunk: ${JSON.stringify(size.slice(0, 40))}`);
    const start = end + 2;
    at = start + Number.parseInt(size, 16) + 2;
    if (bytes.slice(at - 2, at) !== "\r\n") throw new Error("A chunk is not as long as it says");
    if (size === "0") return { body, rest: bytes.slice(at) };
    body += bytes.slice(start, at - 2);
  }
}

test("a pipelined request gets its own stream, after the previous one", async () => {
  upstream.script({ fault: { eventDelayMs: 5, replyWords: 20 } });
  const socket = open();
  const answer = text(socket);
  socket.write(request(false) + request(true));
  const first = decode(await answer);
  const second = decode(first.rest);
  for (const { body } of [first, second]) expect(body).toMatch(/^data: .*\n\ndata: \[DONE\]\n\n$/s);
  expect(second.rest).toBe("");
  expect(upstream.requests).toHaveLength(2);
});

test("a slow caller receives all of a long response", async () => {
  upstream.script({ fault: { replyBytes: 8_000_000, splitBytes: 300_000 } });
  const socket = open();
  socket.write(request(true));
  await once(socket, "readable");
  await sleep(1_000);
  const { body, rest } = decode(await text(socket));
  expect(body.length).toBeGreaterThan(8_000_000);
  expect(body.endsWith("data: [DONE]\n\n")).toBe(true);
  expect(rest).toBe("");
});

test("a response in one chunk, larger than the write buffer, arrives complete", async () => {
  const content = "x".repeat(3_000_000);
  const choices = [{ index: 0, delta: { content }, finish_reason: "stop" }];
  const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-oss-120b", choices };
  const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  upstream.script({ reply: { headers: { "content-type": "text/event-stream" }, body } });
  const socket = open();
  socket.write(request(true));
  await once(socket, "readable");
  await sleep(500);
  expect(decode(await text(socket)).body).toBe(body.replace("gpt-oss-120b", "openai/gpt-oss-120b"));
});

test("an HTTP/1.0 client, without chunked encoding, gets only the events", async () => {
  upstream.script({ fault: { replyWords: 20 } });
  const socket = open();
  socket.write(request(true, "1.0"));
  const response = await text(socket);
  expect(response.slice(response.indexOf("\r\n\r\n") + 4)).toMatch(/^data: \{.*\n\ndata: \[DONE\]\n\n$/s);
});
