import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, looksFinished, post, recordOf, saying, streamOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";
import { callsThenText } from "./asking.ts";

const upstream = sharedUpstream();
const studio = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["google"],
  env: { OPENAI_API_KEY: "key-of-openai", OPENAI_BASE_URL: `${studio.url}/openai/v1` },
}));
const keyFor = guardedKeys(gateway);

const MODEL = "google/gemini-2.5-flash";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const draw = (parameters: Body = { model: "openai/gpt-image-1" }) => ({
  tools: [{ type: "switchboard:image_generation", parameters }],
});
const speak = { tools: [{ type: "switchboard:speech", parameters: { model: "openai/tts-1", voice: "alloy" } }] };
const DRAWING = [{ name: "image_generation", arguments: { prompt: "A loaf of bread" } }];
const SAYING = [{ name: "speech", arguments: { text: "Good morning" } }];

/** The texts that the model got from its tools in its last request. */
const lastResult = () => upstream.requests.at(-1)?.raw.toString() ?? "";

describe.each(DIALECTS)("in %s", (dialect) => {
  test.each([false, true])("an image is stored and is part of the generation (streamed: %s)", async (streamed) => {
    callsThenText(upstream, "Here it is.", DRAWING);
    const body = saying(dialect, MODEL, "Draw.", draw());
    const { headers, text } = streamed ? await streamOf(gateway, dialect, body) : await post(gateway, dialect, body);
    expect(studio.requests.map(({ path }) => path)).toEqual(["/openai/v1/images/generations"]);
    const [, id] = /(file-sb-[0-9a-f]{32})/.exec(lastResult()) ?? [];
    const { status, body: content } = await gateway.call("GET", `/files/${id}/content`);
    expect(status).toBe(200);
    expect(content.slice(1, 4)).toBe("PNG");
    // The messages dialect has no form for an image of the assistant.
    expect(text.includes("iVBORw0KGgo")).toBe(dialect !== "messages");
    const record = await recordOf(gateway, headers);
    expect(record.steps).toHaveLength(2);
    expect(record.steps[0].tools).toMatchObject([{ name: "image_generation", is_error: false }]);
    expect(record.cost_proof.holds).toBe(true);
    const models = record.cost_proof.lines.map(({ model }: Event) => model);
    expect(models).toContain("gpt-image-1");
    expect(record.notes).toEqual([]);
  });
});

test("speech is stored, and its cost is part of the step that requested it", async () => {
  callsThenText(upstream, "Listen.", SAYING);
  const { headers, events } = await streamOf(gateway, "chat", saying("chat", MODEL, "Speak.", speak));
  expect(looksFinished("chat", events)).toBe(true);
  expect(studio.requests[0]?.body).toMatchObject({ input: "Good morning", voice: "alloy", response_format: "mp3" });
  expect(lastResult()).toContain("audio/mpeg");
  const record = await recordOf(gateway, headers);
  expect(record.steps[0].cost_nano_usd).toBeGreaterThan(record.steps[1].cost_nano_usd);
  expect(record.usage_units.characters).toBe("Good morning".length);
  expect(record.cost_proof.holds).toBe(true);
  const all = await gateway.call("GET", "/generations?limit=100");
  const operations = all.body.data.map(({ operation }: Event) => operation);
  expect(operations).not.toContain("createSpeech");
});

test("a guardrail reads the image prompt, and limits cover it", async () => {
  const key = await keyFor(emailRule("block", { applies_to: "input" }));
  callsThenText(upstream, "No.", [{ name: "image_generation", arguments: { prompt: `A letter to ${EMAIL}` } }]);
  await post(gateway, "chat", saying("chat", MODEL, "Draw.", draw()), { key });
  expect(lastResult()).toContain("A guardrail blocked the arguments");

  const { key: poor } = await gateway.newKey({ limit: 0.005 });
  callsThenText(upstream, "No.", DRAWING);
  const { status } = await post(gateway, "chat", saying("chat", MODEL, "Draw.", { ...draw(), max_tokens: 100 }), {
    key: poor,
  });
  expect(status).toBe(200);
  expect(lastResult()).toMatch(/limit/i);
  expect(studio.requests).toEqual([]);
});

test.each([
  ["an unknown model", { model: "openai/no-such-image" }, /no-such-image/],
  ["no model", {}, /a model is required/],
])("%s is an error for the model", async (_, parameters, message) => {
  callsThenText(upstream, "No.", DRAWING);
  const { status } = await post(gateway, "chat", saying("chat", MODEL, "Draw.", draw(parameters)));
  expect(status).toBe(200);
  expect(lastResult()).toMatch(message);
});

test("a provider failure is an error for the model and costs nothing", async () => {
  studio.script({ fault: { status: 400 } });
  callsThenText(upstream, "No.", DRAWING);
  const { headers, text } = await post(gateway, "chat", saying("chat", MODEL, "Draw.", draw()));
  expect(JSON.parse(text).choices[0].message.server_tool_calls[0].error).toBeTruthy();
  const record = await recordOf(gateway, headers);
  expect(record.usage_units.images ?? 0).toBe(0);
  expect(record.cost_proof.holds).toBe(true);
});

test("max_cost covers what a tool generates", async () => {
  callsThenText(upstream, "No.", DRAWING);
  const stop = [{ type: "max_cost", max_cost_in_dollars: 0.001 }];
  const more = { ...draw(), stop_server_tools_when: stop };
  const { headers } = await post(gateway, "chat", saying("chat", MODEL, "Draw.", more));
  expect(studio.requests).toEqual([]);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBeLessThanOrEqual(1e6);
});
