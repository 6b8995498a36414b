import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

// 0.15 USD for a million tokens of input, 0.60 for output.
const MODEL = "openai/gpt-4o-mini";
const TEXT = "Hello there";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

function answerWith(usage: unknown, more: { id?: string; finish?: string } = {}): void {
  const choice = { index: 0, message: { role: "assistant", content: TEXT }, finish_reason: more.finish ?? "stop" };
  const body = { id: more.id ?? "c1", object: "chat.completion", created: 1, model: "m", choices: [choice], usage };
  upstream.script({ reply: { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } });
}

async function ask(fields: Record<string, unknown> = {}, dialect: DialectName = "chat") {
  const { status, headers } = await post(gateway, dialect, saying(dialect, MODEL, "Say hello to them", fields));
  expect(status).toBe(200);
  return recordOf(gateway, headers);
}

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

describe("an upstream's usage", () => {
  test.each([
    ["counts below nothing", { prompt_tokens: -5, completion_tokens: -7, total_tokens: -12 }],
    ["counts that are texts", { prompt_tokens: "5", completion_tokens: "7" }],
    ["counts that no call can have", { prompt_tokens: 1e300, completion_tokens: 9e15 }],
    ["a list in its place", [5, 7]],
    ["a text in its place", "many"],
    ["nothing", null],
  ])("is ignored with %s: the request is estimated and marked", async (_what, usage) => {
    answerWith(usage);
    const record = await ask();
    expect(record.usage_estimated).toBe(true);
    expect(record.usage_units.input_tokens).toBeGreaterThan(0);
    expect(record.usage_units.output_tokens).toBeGreaterThan(0);
    expect(record.cost_nano_usd).toBeLessThan(20_000);
  });

  test("has its prompt estimated if it counts only the output", async () => {
    answerWith({ prompt_tokens: -5, completion_tokens: 7 });
    const record = await ask();
    expect(record).toMatchObject({ usage_estimated: true, usage_units: { output_tokens: 7 } });
    expect(record.usage_units.input_tokens).toBeGreaterThan(0);
  });

  test.each([
    ["half a character", { note: "a\ud800b", "key\udc00": 1 }],
    ["the character NUL", { note: "a\u0000b", "key\u0000": 1, path: "C:\\u0000" }],
    ["a thousand levels", { levels: nested(1_000) }],
    ["a text without end", { note: "a".repeat(5_000_000) }],
  ])("with %s is stored without blocking other requests from the ledger", async (_what, more) => {
    answerWith({ prompt_tokens: 5, completion_tokens: 7, ...more });
    expect(await ask()).toMatchObject({ usage_estimated: false, cost_nano_usd: 5 * 150 + 7 * 600 });
    upstream.reset();
    expect((await ask()).status).toBe(200);
  });
});

test("ids and text that no database can store are stored as far as possible", async () => {
  const id = Array.from({ length: 9_000 }, (_, index) => String.fromCharCode(33 + ((index * 7919) % 90))).join("");
  answerWith({ prompt_tokens: 5, completion_tokens: 7 }, { id: `\u0000${id}`, finish: `\ud800${id}` });
  expect((await ask()).upstream_id).toHaveLength(256);
});

test("metadata from a caller cannot block other requests from the ledger", async () => {
  expect((await ask({ user: "a\u0000b", session_id: "\ud800" })).external_user).toBe("a\uFFFDb");
  expect((await ask({ user: "someone" })).external_user).toBe("someone");
});
