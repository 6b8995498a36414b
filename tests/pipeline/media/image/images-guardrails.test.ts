import { expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import { EMAIL, emailRule, expectBlocked, guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const MODEL = "x-ai/grok-imagine-image";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["xai", "openai"] });
const keyUnder = guardedKeys(gateway);

const planted = `a poster that says ${EMAIL} in red`;
const svg = (text: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`).toString("base64")}`;
const places: [string, object][] = [
  ["the prompt", { prompt: planted }],
  ["a picture that is text", { prompt: "hello", input_references: [svg(planted)] }],
  ["a bare picture among others", { prompt: "hello", input_references: [svg("hello"), svg(planted)] }],
  ["what is passed on to the provider", { prompt: "hello", provider: { options: { xai: { note: planted } } } }],
];

/** Everything that was sent, with base64 content decoded. */
function sentText(): string {
  const raw = upstream.requests.map(({ raw: bytes }) => bytes.toString()).join("\n");
  const inner = [...raw.matchAll(/base64,([A-Za-z0-9+/=]+)/g)].map(([, data = ""]) => Buffer.from(data, "base64"));
  return raw + inner.join("\n");
}

test.each(places)("a value planted in %s is redacted and never sent", async (_, body) => {
  const key = await keyUnder(emailRule("redact"));
  const { status, headers, body: answer } = await gateway.call("POST", "/images", { model: MODEL, ...body }, { key });
  expect([status, answer.error]).toEqual([200, undefined]);
  expect(upstream.requests).toHaveLength(1);
  expect(sentText()).not.toContain(EMAIL);
  expect(sentText()).toContain("[EMAIL");
  const record = await recordOf(gateway, headers);
  expect(record.guardrail_findings).toMatchObject([{ rule: "email", action: "redact", direction: "input", count: 1 }]);
});

test.each(places)("a value planted in %s blocks the request, and nothing is sent", async (_, body) => {
  const key = await keyUnder(emailRule("block"));
  await expectBlocked(gateway, upstream, { path: "/images", body: { model: MODEL, ...body }, key }, "image");
});

test.each(["/images/generations"])("%s is guarded too", async (path) => {
  const key = await keyUnder(emailRule("block"));
  const { status } = await gateway.call("POST", path, { model: MODEL, prompt: planted }, { key });
  expect([status, upstream.requests.length]).toEqual([403, 0]);
});

test("text declared as an image is not sent", async () => {
  const key = await keyUnder(emailRule("block"));
  const hidden = svg(planted).replace("svg+xml", "png");
  const body = { model: MODEL, prompt: "hello", input_references: [hidden] };
  const { status, body: answer } = await gateway.call("POST", "/images", body, { key });
  expect([status, answer.error.message]).toEqual([400, expect.stringContaining("SVG must have the media type")]);
  expect(upstream.requests).toHaveLength(0);
});

test("an unreadable image is listed in the log", async () => {
  const key = await keyUnder(emailRule("redact"));
  const png = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a00", "hex").toString("base64")}`;
  const body = { model: MODEL, prompt: "hello", input_references: [png] };
  const { headers } = await gateway.call("POST", "/images", body, { key });
  expect((await recordOf(gateway, headers)).not_inspected).toEqual(["input_references[0].image_url.url (image/png)"]);
});

const revised = (text: string) => ({
  data: [{ b64_json: Buffer.from("89504e470d0a1a0a00", "hex").toString("base64"), revised_prompt: text }],
});

test("a revised prompt is redacted", async () => {
  const key = await keyUnder(emailRule("redact"));
  upstream.script({ reply: { body: JSON.stringify(revised(planted)) } });
  for (const path of ["/images", "/images/generations"]) {
    const { status, body, headers } = await gateway.call("POST", path, { model: MODEL, prompt: "hello" }, { key });
    expect(status).toBe(200);
    expect(body.data[0].revised_prompt).toContain("[EMAIL");
    expect(JSON.stringify(body)).not.toContain(EMAIL);
    expect((await recordOf(gateway, headers)).guardrail_findings).toMatchObject([{ direction: "output", count: 1 }]);
  }
});

test("a revised prompt can block the response, which is charged", async () => {
  const key = await keyUnder(emailRule("block"));
  upstream.script({ reply: { body: JSON.stringify(revised(planted)) } });
  const { status, body, headers } = await gateway.call("POST", "/images", { model: MODEL, prompt: "hello" }, { key });
  expect(status).toBe(403);
  expect(JSON.stringify(body)).not.toContain(EMAIL);
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ status: 403, cost_nano_usd: 20_000_000 });
  expect(record.provider_responses).toMatchObject([{ status: 200 }]);
});

test("a stream does not contain the revised prompt", async () => {
  const key = await keyUnder(emailRule("block"));
  const event = { type: "image_generation.completed", b64_json: "iVBORw0KGgo=", revised_prompt: planted };
  upstream.script({ reply: { events: [event] } });
  const body = { model: "openai/gpt-image-2", prompt: "hello", stream: true };
  const { status, body: text } = await gateway.call("POST", "/images", body, { key });
  expect([status, String(text).includes(EMAIL)]).toEqual([200, false]);
});
