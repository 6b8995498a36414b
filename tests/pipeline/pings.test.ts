import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  errorIn,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "./calling.ts";

// Anthropic: "Event streams may also include any number of ping events"
// (https://platform.claude.com/docs/en/build-with-claude/streaming#ping-events).

const FIRST_CONTENT_MS = 1_000;
const IDLE_MS = 800;
const PING_MS = 200;

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["anthropic", "google"],
  env: { FIRST_CONTENT_TIMEOUT_MS: String(FIRST_CONTENT_MS), IDLE_TIMEOUT_MS: String(IDLE_MS) },
});

const DIALECTS: DialectName[] = ["messages", "chat", "responses"];
const MODEL = "anthropic/claude-sonnet-4.5";

const ping = { type: "ping" };
const start = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 1 },
  },
};
const opened = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const says = (text: string) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
const end = [
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
const pings = (count: number) => Array.from({ length: count }, () => ping);

/** Anthropic's events under its own names, at a fixed interval. */
function script(events: { type: string }[]) {
  const named = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  upstream.script({
    match: ({ path }) => path.startsWith("/anthropic/"),
    reply: { events: named },
    fault: { eventDelayMs: PING_MS },
  });
}

function body(dialect: DialectName, more: object = {}) {
  const provider = { only: ["anthropic", "google"] };
  return saying(dialect, MODEL, "Hello", { models: [MODEL, "google/gemini-2.5-flash"], provider, ...more });
}

describe.each(DIALECTS)("%s", (dialect) => {
  test.each(["streamed", "whole"])("a provider that only sends pings does not delay the next one, %s", async (how) => {
    script([start, ...pings(200)]);
    const startedMs = performance.now();
    const isStreamed = how === "streamed";
    const response = isStreamed
      ? await streamOf(gateway, dialect, body(dialect))
      : await post(gateway, dialect, body(dialect));
    expect(performance.now() - startedMs).toBeLessThan(200 * PING_MS);
    expect(response.status, response.text).toBe(200);
    const said = "events" in response ? textIn(response.events as []) : textOf(JSON.parse(response.text));
    expect(said).toBe("You said: Hello");
    const { provider_responses: attempts } = await recordOf(gateway, response.headers);
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([524, 200]);
  });

  test("pings keep a started response alive", async () => {
    script([start, opened, says("Hi"), ...pings(7), says(" you"), ...end]);
    const { events } = await streamOf(gateway, dialect, body(dialect));
    expect(textIn(events)).toBe("Hi you");
    expect(errorIn(events)).toBeUndefined();
    expect(looksFinished(dialect, events)).toBe(true);
  });
});
