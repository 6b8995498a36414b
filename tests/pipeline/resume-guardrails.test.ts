import { describe, expect, test } from "vitest";
import { prefillOf } from "#tests/failover/run-lane.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { type DialectName, errorIn, looksFinished, recordOf, saying, streamOf, textIn } from "./calling.ts";
import { emailRule, guardedKeys } from "./guard/guarding.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "google"] });
const keyFor = guardedKeys(gateway);

// Model endpoints of their own, so that no dialect opens the circuit of another.
const PRIMARIES: [DialectName, string][] = [
  ["chat", "meta-llama/llama-3.3-70b-instruct"],
  ["responses", "meta-llama/llama-4-scout"],
  ["messages", "meta-llama/llama-3.1-8b-instruct"],
];
const FALLBACK = "google/gemini-2.5-flash";

function body(dialect: DialectName, model: string, more: object = {}) {
  const provider = { only: ["groq", "google"], resume: true };
  return saying(dialect, model, "Whom do I ask?", { models: [model, FALLBACK], max_tokens: 500, provider, ...more });
}

/** The primary sends `said` and breaks off after this many words; the fallback continues if it receives them. */
function script(said: string, words: number, rest: string) {
  const isAt = (provider: string) => (request: RecordedRequest) => request.path.startsWith(`/${provider}/`);
  // The first event names the role.
  upstream.script({ match: isAt("groq"), answer: { text: said }, fault: { cutAfterEvents: 1 + words } });
  upstream.script({ match: isAt("google"), answer: { text: rest } });
}

const fallbacks = () => upstream.requests.filter(({ path }) => path.startsWith("/google/"));

describe.each(PRIMARIES)("%s", (dialect, model) => {
  test("a value split across the two parts is redacted", async () => {
    script("Ask ana.silva@example.com today", 2, "e.com today");
    const key = await keyFor(emailRule("redact"));
    const { events, text } = await streamOf(gateway, dialect, body(dialect, model), { key });
    expect(prefillOf(fallbacks()[0] as RecordedRequest)).toBe("Ask ana.silva@exampl");
    expect(textIn(events)).toBe("Ask [EMAIL_1] today");
    expect(text).not.toContain("ana.silva");
    expect(looksFinished(dialect, events)).toBe(true);
  });

  test("a block in the second part ends the response, and both parts are charged", async () => {
    script("Ask ana.silva@example.com today", 2, "e.com today");
    const key = await keyFor(emailRule("block"));
    const { events, headers, text } = await streamOf(gateway, dialect, body(dialect, model), { key });
    expect(fallbacks()).toHaveLength(1);
    expect(text).not.toContain("ana.silva");
    expect(textIn(events)).not.toContain("today");
    expect(looksFinished(dialect, events)).toBe(false);
    expect(errorIn(events)?.message).toContain("blocked the answer");
    const { resumed } = events.find((event) => event.resumed);
    const broken = (await gateway.call("GET", `/generation?id=${resumed.generation_id}`)).body.data;
    const record = await recordOf(gateway, headers);
    expect([broken.finish_reason, record.finish_reason]).toEqual(["error", "content_filter"]);
    for (const { cost_nano_usd } of [broken, record]) expect(cost_nano_usd).toBeGreaterThan(0);
  });

  test("text in the first part that request rules forbid is not sent to the next provider", async () => {
    script("Ask ana.silva@example.com today or tomorrow", 4, " or tomorrow");
    const key = await keyFor(emailRule("redact"));
    const { events } = await streamOf(gateway, dialect, body(dialect, model), { key });
    expect(fallbacks()).toEqual([]);
    expect(looksFinished(dialect, events)).toBe(false);
    expect(errorIn(events)?.message).toContain("UND_ERR_SOCKET");
  });
});

test("a request with tools is not resumed", async () => {
  const tools = [{ type: "function", function: { name: "look_up", parameters: { type: "object", properties: {} } } }];
  const [[dialect, model]] = PRIMARIES as [[DialectName, string]];
  script("One two three four", 3, " four");
  const { events } = await streamOf(gateway, dialect, body(dialect, model, { tools }));
  expect(fallbacks()).toEqual([]);
  expect(looksFinished(dialect, events)).toBe(false);
});
