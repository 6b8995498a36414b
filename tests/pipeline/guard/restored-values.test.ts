import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, errorIn, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";
import { DIALECTS, NATIVE, OTHER } from "./guard-bodies.ts";
import { EMAIL, emailRule, guardedKeys } from "./guarding.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });
const keyFor = guardedKeys(gateway);

const CALLS = DIALECTS.flatMap((dialect) => [
  { dialect, way: "native", model: NATIVE[dialect] },
  { dialect, way: "converted", model: OTHER[dialect] },
]);

describe.each(CALLS)("$dialect, $way", ({ dialect, model }) => {
  const ask = (text: string) => saying(dialect, model, text, { max_tokens: 500 });

  test("redacted values are restored only if the guardrail says so", async () => {
    const restored = await keyFor({ ...emailRule("redact", { applies_to: "input" }), restore_placeholders: true });
    const kept = await keyFor(emailRule("redact", { applies_to: "input" }));
    const body = ask(`to ${EMAIL} and [EMAIL_7]`);
    const said = (email: string) => `You said: to ${email} and [EMAIL_7]`;
    upstream.script({ fault: { splitBytes: 1 } });
    expect(textIn((await streamOf(gateway, dialect, body, { key: restored })).events)).toBe(said(EMAIL));
    expect(textOf(JSON.parse((await post(gateway, dialect, body, { key: restored })).text))).toBe(said(EMAIL));
    expect(textIn((await streamOf(gateway, dialect, body, { key: kept })).events)).toBe(said("[EMAIL_1]"));
    expect(upstream.requests.map(({ raw }) => raw.toString()).join()).not.toContain("ana.silva");
  });

  test("shadow rules report findings in responses and change nothing", async () => {
    const key = await keyFor(emailRule("block", { applies_to: "output", shadow: true }));
    upstream.script({ answer: { text: `to ${EMAIL} now` } });
    for (const stream of [true, false]) {
      const { status, text, headers } = await post(gateway, dialect, { ...ask("Hello"), stream }, { key });
      expect(status).toBe(200);
      expect(text).toContain("ana.silva@exampl");
      const { guardrail_findings: findings } = await recordOf(gateway, headers);
      expect(findings).toMatchObject([{ action: "block", direction: "output", shadow: true, count: 1 }]);
    }
  });

  test("the metadata of a stream includes findings made at its end", async () => {
    const key = await keyFor(emailRule("redact", { applies_to: "output" }));
    upstream.script({ answer: { text: `to ${EMAIL}` } });
    const headers = { "x-service-metadata": "enabled" };
    const { events } = await streamOf(gateway, dialect, ask("Hello"), { key, headers });
    const [metadata] = events.flatMap((event) => event.service_metadata ?? event.response?.service_metadata ?? []);
    expect(metadata.pipeline[0].data.findings).toMatchObject([{ rule: "email", action: "redact", count: 1 }]);
  });

  test("a blocked stream ends with an error event that names the rule", async () => {
    const key = await keyFor(emailRule("block", { applies_to: "output" }));
    upstream.script({ answer: { text: `Now to ${EMAIL} and more` } });
    const { events, status } = await streamOf(gateway, dialect, ask("Hello"), { key });
    expect(status).toBe(200);
    expect(errorIn(events)?.message).toContain("blocked the answer: Email address");
    expect(events.filter((event: Event) => event === "[DONE]").length).toBe(dialect === "messages" ? 0 : 1);
  });
});

test("a block before any output is a charged 403, as for a whole response", async () => {
  const key = await keyFor(emailRule("block", { applies_to: "output" }));
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const events = [
    chunk({ role: "assistant", content: `${EMAIL} is it. ` }, null),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ];
  upstream.script({ reply: { events } });
  const headers = { "x-service-metadata": "enabled" };
  const streamed = await streamOf(gateway, "chat", saying("chat", NATIVE.chat, "Hello"), { key, headers });
  expect(streamed.status).toBe(403);
  const { error, service_metadata: metadata } = JSON.parse(streamed.text);
  expect(error).toMatchObject({ code: 403, metadata: { rule: "email", action: "block", direction: "output" } });
  expect(metadata.pipeline).toMatchObject([{ type: "guardrail" }]);
  const record = await recordOf(gateway, streamed.headers);
  expect(record).toMatchObject({ status: 403, finish_reason: "content_filter" });
  expect(record.cost_nano_usd).toBeGreaterThan(0);
});
