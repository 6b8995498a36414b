import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";
import { EMAIL, emailRule, expectBlocked, guardedKeys } from "../guard/guarding.ts";

const MODEL = "openai/text-embedding-3-small";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const keyUnder = guardedKeys(gateway);

const planted = `write to ${EMAIL} today`;
const part = (text: string) => ({ content: [{ type: "text", text }] });
const places: [string, object][] = [
  ["a text", { input: planted }],
  ["one of several texts", { input: ["hello", planted] }],
  ["the user it is for", { input: "hello", user: planted }],
  ["a part", { input: [part("hello"), part(planted)] }],
  ["what is passed on to the provider", { input: "hello", provider: { options: { openai: { note: planted } } } }],
];

test.each(places)("a value planted in %s is redacted and never sent", async (_, body) => {
  const key = await keyUnder(emailRule("redact"));
  const { status, headers } = await gateway.call("POST", "/embeddings", { model: MODEL, ...body }, { key });
  expect(status).toBe(200);
  expect(upstream.requests).toHaveLength(1);
  const sent = upstream.requests[0]?.raw.toString() ?? "";
  expect(sent).not.toContain(EMAIL);
  expect(sent).toContain("[EMAIL");
  const record = await recordOf(gateway, headers);
  expect(record.guardrail_findings).toMatchObject([{ rule: "email", action: "redact", direction: "input", count: 1 }]);
});

test.each(places)("a value planted in %s blocks the request, and nothing is sent", async (_, body) => {
  const key = await keyUnder(emailRule("block"));
  await expectBlocked(gateway, upstream, { path: "/embeddings", body: { model: MODEL, ...body }, key }, "embeddings");
});

test.each([[[1, 2, 3]], [[[1, 2], [3]]]])(
  "token input %j that could bypass an enforced rule is a 403",
  async (input) => {
    const blocking = await keyUnder(emailRule("block"));
    const refused = await gateway.call("POST", "/embeddings", { model: MODEL, input }, { key: blocking });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining("token input cannot be read"),
    ]);
    expect(upstream.requests).toHaveLength(0);
    const watching = await keyUnder(emailRule("block", { shadow: true }));
    const passed = await gateway.call("POST", "/embeddings", { model: MODEL, input }, { key: watching });
    expect(passed.status).toBe(200);
    expect((await recordOf(gateway, passed.headers)).not_inspected).toEqual(["input (tokens)"]);
  },
);
