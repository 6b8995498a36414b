import OpenAI from "openai";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";
import { guardedKeys } from "../guard/guarding.ts";

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const guardedKey = guardedKeys({
  call: (...given) => gateway.call(...given),
  newKey: () => gateway.newKey(),
} as typeof gateway);

const moderate = (body: object, key?: string) => gateway.call("POST", "/moderations", body, key ? { key } : {});
const sent = () => upstream.requests.map(({ body }) => body);

test("each string gets a result, for free, with a row in the log", async () => {
  const { status, body, headers } = await moderate({ input: ["hello", "an attack"] });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.model).toBe("openai/omni-moderation-latest");
  expect(body.results.map(({ flagged }: { flagged: boolean }) => flagged)).toEqual([false, true]);
  expect(body.results[1].category_scores.violence).toBe(0.97);
  expect(sent()).toEqual([{ model: "omni-moderation-latest", input: ["hello", "an attack"] }]);
  expect(await recordOf(gateway, headers)).toMatchObject({
    cost_nano_usd: 0,
    unpriced_units: [],
    provider_name: "openai",
    model: "openai/omni-moderation-latest",
  });
});

test("text and images together get one result, and an image's address must be public", async () => {
  const parts = (url: string) => ({
    input: [
      { type: "text", text: "an attack" },
      { type: "image_url", image_url: { url } },
    ],
  });
  const { status, body } = await moderate(parts(PNG));
  expect([status, body.results.length, body.results[0].flagged]).toEqual([200, 1, true]);
  expect((await moderate(parts("http://127.0.0.1/a.png"))).status).toBe(400);
  expect(upstream.requests).toHaveLength(1);
});

test.each([{}, { input: "" }, { input: [] }, { input: [{ type: "audio" }] }, { input: 1 }])(
  "%j is rejected",
  async (body) => {
    expect((await moderate(body)).status).toBe(400);
    expect(upstream.requests).toHaveLength(0);
  },
);

test("a model that does something else is a 400, an unknown one a 404", async () => {
  expect((await moderate({ input: "x", model: "openai/gpt-4o-mini" })).status).toBe(400);
  expect((await moderate({ input: "x", model: "openai/omni" })).status).toBe(404);
});

test("an answer without a result for every string is a failure", async () => {
  upstream.script({ reply: { body: JSON.stringify({ id: "modr-1", results: [] }) } });
  const { status, body } = await moderate({ input: ["one"] });
  expect(status).toBe(502);
  expect(body.error.message).not.toContain("one");
});

test("guardrails read every text", async () => {
  const key = await guardedKey({ content_filter_builtins: [{ slug: "email", action: "block" }] });
  const asked = [{ input: "ann@example.com" }, { input: [{ type: "text", text: "ann@example.com" }] }];
  for (const body of asked) expect((await moderate(body, key)).status).toBe(403);
  expect(upstream.requests).toHaveLength(0);
});

test("OpenAI's client gets what it expects", async () => {
  const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });
  const { results } = await client.moderations.create({ model: "omni-moderation-latest", input: "an attack" });
  expect(results[0]?.categories.violence).toBe(true);
  expect(results[0]?.category_applied_input_types.violence).toEqual(["text"]);
});
