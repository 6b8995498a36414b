import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

/** What one key may still do at the fake provider. `resetMs`: how long until its limits are full again. */
export type KeyLimits = { requests: number; limit: number; resetMs?: number; status?: number };

export type RateLimited = {
  url: string;
  /** The keys of the requests, in order of arrival. */
  keys: string[];
  /** Sets the limits of a key; unlimited, and without headers, if it has none. */
  limit(key: string, limits: KeyLimits): void;
  /** Holds every response until `release`. */
  hold(): void;
  release(): void;
  reset(): void;
  close(): Promise<void>;
};

const DAY_MS = 86_400_000;

/**
 * Starts a fake provider that counts each key's requests and says what is left in the headers of OpenAI (below
 * `/openai` and every other path) and Anthropic (below `/anthropic`): each accepted request takes one, and a key with
 * nothing left gets 429 with `Retry-After`.
 */
export async function startRateLimited(): Promise<RateLimited> {
  const limits = new Map<string, KeyLimits>();
  const keys: string[] = [];
  let held: (() => void)[] | undefined;

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse, body: Record<string, unknown>) => {
    const isAnthropic = incoming.url?.startsWith("/anthropic") ?? false;
    const key = String(incoming.headers["x-api-key"] ?? incoming.headers.authorization ?? "").replace("Bearer ", "");
    keys.push(key);
    const state = limits.get(key);
    const status = state?.status ?? (state && state.requests <= 0 ? 429 : 200);
    if (state && status === 200) state.requests -= 1;
    const headers = { ...(state && (isAnthropic ? anthropicHeaders : openAiHeaders)(state)), ...waitOf(state, status) };
    const send = () => {
      const isStream = status === 200 && body.stream === true;
      outgoing.writeHead(status, { "content-type": isStream ? "text/event-stream" : "application/json", ...headers });
      if (status !== 200)
        return outgoing.end(JSON.stringify({ type: "error", error: { type: "error", message: `${status}` } }));
      const whole = isAnthropic ? message : completion;
      const stream = isAnthropic ? messageStream : chatStream;
      outgoing.end(isStream ? stream(String(body.model)) : JSON.stringify(whole(String(body.model))));
    };
    if (held) held.push(send);
    else send();
  };

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => answer(incoming, outgoing, JSON.parse(Buffer.concat(chunks).toString() || "{}")));
  });
  const { url, close } = await listenLocally(server);
  return {
    url,
    keys,
    limit: (key, one) => void limits.set(key, { ...one }),
    hold() {
      held ??= [];
    },
    release() {
      for (const send of held ?? []) send();
      held = undefined;
    },
    reset() {
      limits.clear();
      keys.length = 0;
    },
    close,
  };
}

function openAiHeaders({ requests, limit, resetMs = DAY_MS }: KeyLimits): Record<string, string> {
  return {
    "x-ratelimit-limit-requests": String(limit),
    "x-ratelimit-remaining-requests": String(requests),
    "x-ratelimit-reset-requests": `${Math.floor(resetMs / 60_000)}m${(resetMs % 60_000) / 1000}s`,
    "x-ratelimit-limit-tokens": "1000000",
    "x-ratelimit-remaining-tokens": "999000",
    "x-ratelimit-reset-tokens": "60ms",
  };
}

function anthropicHeaders({ requests, limit, resetMs = DAY_MS }: KeyLimits): Record<string, string> {
  const reset = new Date(Date.now() + resetMs).toISOString();
  return {
    "anthropic-ratelimit-requests-limit": String(limit),
    "anthropic-ratelimit-requests-remaining": String(requests),
    "anthropic-ratelimit-requests-reset": reset,
    "anthropic-ratelimit-input-tokens-limit": "400000",
    "anthropic-ratelimit-input-tokens-remaining": "399000",
    "anthropic-ratelimit-input-tokens-reset": reset,
  };
}

function waitOf(state: KeyLimits | undefined, status: number): Record<string, string> {
  return status === 429 ? { "retry-after": String(Math.ceil((state?.resetMs ?? DAY_MS) / 1000)) } : {};
}

function completion(model: string) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
  };
}

function chatStream(model: string): string {
  const chunk = (fields: object) =>
    `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model, ...fields })}\n\n`;
  const delta = (content: object, reason: string | null) =>
    chunk({ choices: [{ index: 0, delta: content, finish_reason: reason }] });
  const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 };
  return `${delta({ role: "assistant", content: "Hello" }, null)}${delta({}, "stop")}${chunk({ choices: [], usage })}data: [DONE]\n\n`;
}

function message(model: string) {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text: "Hello" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 1 },
  };
}

function messageStream(model: string): string {
  const { content, stop_reason, usage, ...start } = message(model);
  const events = [
    {
      type: "message_start",
      message: { ...start, content: [], stop_reason: null, usage: { ...usage, output_tokens: 0 } },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: content[0]?.text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
