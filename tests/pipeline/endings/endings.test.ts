import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, errorIn, eventsIn, looksFinished, post, recordOf, saying } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";
import { FAMILIES, type Family, STATES, type State } from "./states.ts";

// Every ending of a response, in every dialect, from every kind of upstream: reported to the caller correctly, once.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic", "google", "groq"],
  env: { IDLE_TIMEOUT_MS: "250" },
});
const keyFor = guardedKeys(gateway);

const MODELS: Record<Family, [model: string, provider: string]> = {
  openai: ["openai/gpt-4o-mini", "openai"],
  anthropic: ["anthropic/claude-sonnet-4.5", "anthropic"],
  google: ["google/gemini-2.5-flash", "google"],
  compatible: ["openai/gpt-oss-120b", "groq"],
};
const NATIVE: Record<DialectName, Family[]> = {
  responses: ["openai"],
  messages: ["anthropic"],
  chat: ["openai", "compatible"],
};

const ROLLUP_ROWS = (["responses", "messages", "chat"] as const).flatMap((dialect) =>
  FAMILIES.map((family): [DialectName, Family] => [dialect, family]),
);

describe.each(ROLLUP_ROWS)("%s at %s", (dialect, family) => {
  const [model, provider] = MODELS[family];
  const possible = STATES.filter(({ upstream: by }) => by.all ?? by[family]);

  async function ask(state: State, stream: boolean) {
    for (const rule of state.upstream[family] ?? state.upstream.all ?? []) upstream.script(rule);
    const key = state.isGuarded && (await keyFor(emailRule("block", { applies_to: "output" })));
    const body = saying(dialect, model, "Hello", { provider: { only: [provider] }, stream, tools: [tool(dialect)] });
    const response = await post(gateway, dialect, body, key ? { key } : {});
    expect(response.text).not.toContain(EMAIL);
    return { ...response, record: await recordOf(gateway, response.headers) };
  }

  test.each(possible)("$name, streamed", async (state) => {
    const { status, headers, text, record } = await ask(state, true);
    if ("failure" in state.ending && state.isBeforeContent) return expect(status, text).toBe(state.ending.failure);
    expect(status, text).toBe(200);
    expect(headers.get("content-type")).toContain("text/event-stream");
    const events = eventsIn(text);
    expect(events.filter((event) => event === "[DONE]").length, text).toBe(dialect === "messages" ? 0 : 1);
    if ("failure" in state.ending) {
      expect(looksFinished(dialect, events), text).toBe(false);
      expect(errorIn(events)?.message, text).toEqual(expect.any(String));
      expect(record).toMatchObject({ status: state.ending.failure, error: expect.any(String) });
    } else {
      expect(errorIn(events)).toBeUndefined();
      expect(endsIn(dialect, events), text).toEqual([wordFor(state)]);
      expect(record).toMatchObject({ status: 200, error: null });
    }
  });

  test.each(possible.filter(({ isStreamOnly }) => !isStreamOnly))("$name, whole", async (state) => {
    const { status, text, record } = await ask(state, false);
    if ("failure" in state.ending) {
      expect(status, text).toBe(state.ending.failure);
      expect(JSON.parse(text).error.message).toEqual(expect.any(String));
      expect(record.status).toBe(state.ending.failure);
    } else {
      expect(status, text).toBe(200);
      expect(endOf(dialect, JSON.parse(text)), text).toBe(wordFor(state));
    }
  });

  function wordFor({ ending, native }: State): string | undefined {
    const own = NATIVE[dialect].includes(family) ? native?.[dialect] : undefined;
    return own ?? (ending as Record<DialectName, string>)[dialect];
  }
});

function tool(dialect: DialectName) {
  const schema = { type: "object", properties: { at: { type: "string" } } };
  if (dialect === "messages") return { name: "look", input_schema: schema };
  const fields = { name: "look", parameters: schema };
  return dialect === "chat" ? { type: "function", function: fields } : { type: "function", ...fields };
}

/** The finish reasons in a stream: exactly one. */
function endsIn(dialect: DialectName, events: Event[]): (string | undefined)[] {
  if (dialect === "messages")
    return events.filter(({ type }) => type === "message_delta").map(({ delta }) => delta.stop_reason);
  if (dialect === "chat") return events.flatMap(({ choices = [] }) => choices[0]?.finish_reason ?? []);
  const ends = events.filter(({ type }) => type === "response.completed" || type === "response.incomplete");
  return ends.map(({ response }) => endOf(dialect, response));
}

function endOf(dialect: DialectName, reply: Event): string {
  if (dialect === "messages") return reply.stop_reason;
  if (dialect === "chat") return reply.choices[0].finish_reason;
  return reply.incomplete_details ? `${reply.status}: ${reply.incomplete_details.reason}` : reply.status;
}
