import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, recordOf, saying } from "../calling.ts";

// The `user` of a chat or responses request in the field that each provider has for it.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq", "mistral"] });

const NOTE = "user: not sent to the provider";
const sent = () => upstream.requests.at(-1)?.body as Event;

async function ask(dialect: DialectName, model: string, more: object) {
  const { status, headers, text } = await post(gateway, dialect, saying(dialect, model, "Hello", more as Event));
  expect(status, text).toBe(200);
  return { dropped: headers.get("x-dropped"), record: await recordOf(gateway, headers) };
}

describe.each<DialectName>(["chat", "responses"])("the end user of a %s request", (dialect) => {
  test("reaches Claude as its user id", async () => {
    const { dropped, record } = await ask(dialect, "anthropic/claude-sonnet-4.5", { user: "u-17" });
    expect([sent().metadata, dropped]).toEqual([{ user_id: "u-17" }, null]);
    expect(record.external_user).toBe("u-17");
  });

  test.each(["ana@example.com", "+39 06 1234 5678"])("is only recorded if Claude would reject it: %s", async (user) => {
    const { record } = await ask(dialect, "anthropic/claude-sonnet-4.5", { user });
    expect([sent().metadata, record.external_user, record.notes]).toEqual([undefined, user, [NOTE]]);
  });

  test("gives way to a user id in the metadata", async () => {
    await ask(dialect, "anthropic/claude-sonnet-4.5", { user: "u-17", metadata: { user_id: "u-18" } });
    expect(sent().metadata).toEqual({ user_id: "u-18" });
  });

  test("is only recorded where a provider has no field for it", async () => {
    for (const model of ["google/gemini-2.5-flash", "mistralai/mistral-small-2603"]) {
      const more = { user: "u-17", provider: { require_parameters: true } };
      const { dropped, record } = await ask(dialect, model, more);
      expect([JSON.stringify(sent()).includes("u-17"), record.external_user]).toEqual([false, "u-17"]);
      expect([record.notes, dropped]).toEqual([[NOTE], null]);
    }
  });
});

test("the end user of a responses request reaches providers of OpenAI's dialect", async () => {
  await ask("responses", "openai/gpt-oss-120b", { user: "u-17" });
  expect(sent().user).toBe("u-17");
});

test("the end user of a chat request reaches OpenAI's Responses API", async () => {
  await ask("chat", "openai/gpt-5.3-codex", { user: "u-17" });
  expect([sent().input !== undefined, sent().user]).toEqual([true, "u-17"]);
  await ask("chat", "openai/gpt-5.3-codex", { user: "u".repeat(65) });
  expect(sent().user).toBeUndefined();
});
