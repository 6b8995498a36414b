import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying, streamOf } from "../calling.ts";

const SECRET = "sk-upstream-9f8e7d6c5b4a3928";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  env: { OPENAI_API_KEY: SECRET, ANTHROPIC_API_KEY: SECRET, GEMINI_API_KEY: SECRET, LOG_LEVEL: "trace" },
});

const CALLS: [DialectName, string][] = [
  ["responses", "openai/gpt-4o-mini"],
  ["chat", "openai/gpt-4o-mini"],
  ["messages", "anthropic/claude-sonnet-4.5"],
  ["messages", "openai/gpt-4o-mini"],
  ["responses", "anthropic/claude-sonnet-4.5"],
  ["chat", "google/gemini-2.5-flash"],
];
const ERROR = {
  type: "error",
  error: { type: "invalid_request_error", message: `Incorrect API key: ${SECRET}.`, code: 401 },
};
const ANSWERS: [string, object][] = [
  ...[400, 401, 403, 429, 500].map((status): [string, object] => [
    `the body of a ${status}`,
    { status, headers: { "content-type": "application/json" }, body: JSON.stringify(ERROR) },
  ]),
  ["a page", { status: 502, headers: { "content-type": "text/html" }, body: `<h1>${SECRET}</h1>` }],
  ["the error of a 200", { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(ERROR) }],
  [
    "a 200 that cannot be read",
    { status: 200, headers: { "content-type": "application/json" }, body: `{"key":"${SECRET}` },
  ],
  ["a header", { status: 500, headers: { "x-debug": SECRET, "set-cookie": SECRET }, body: "{}" }],
  ["an event", { events: [ERROR] }],
];

describe.each(CALLS)(
  "%s at %s: an echoed upstream key reaches neither the response nor the ledger",
  (dialect, model) => {
    test.each(ANSWERS)("in %s", async (_, reply) => {
      upstream.script({ reply });
      const whole = await post(gateway, dialect, saying(dialect, model, "Hello"));
      const stream = await streamOf(gateway, dialect, saying(dialect, model, "Hello"));
      for (const { status, text, headers } of [whole, stream]) {
        expect(status).not.toBe(401);
        expect(text + JSON.stringify([...headers])).not.toContain(SECRET);
        expect(JSON.stringify(await recordOf(gateway, headers))).not.toContain(SECRET);
      }
    });
  },
);

const BEGUN: [DialectName, string, object[]][] = [
  [
    "chat",
    "openai/gpt-4o-mini",
    [{ id: "c", choices: [{ index: 0, delta: { content: "Hi" } }] }, { error: ERROR.error }],
  ],
  [
    "messages",
    "anthropic/claude-sonnet-4.5",
    [{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } }, ERROR],
  ],
  [
    "responses",
    "openai/gpt-4o-mini",
    [
      { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hi" },
      { type: "response.failed", response: { id: "r", status: "failed", error: ERROR.error } },
    ],
  ],
];
test.each(BEGUN)(
  "%s: an echoed key does not reach an error event after the first content",
  async (dialect, model, events) => {
    upstream.script({ reply: { events } });
    const { text, headers } = await streamOf(gateway, dialect, saying(dialect, model, "Hello"));
    expect(text).toContain("Hi");
    expect(text).toContain("redacted");
    expect(text).not.toContain(SECRET);
    expect(JSON.stringify(await recordOf(gateway, headers))).not.toContain(SECRET);
  },
);

test("an echoed key does not reach the process output", async () => {
  await gateway.stop();
  expect(gateway.output()).not.toContain(SECRET);
  expect(gateway.output()).not.toContain(gateway.managementKey);
});
