import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying, streamOf, textOf } from "../calling.ts";
import { guardedKeys } from "../guard/guarding.ts";
import { pipelineOf } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google"] });
const keyFor = guardedKeys(gateway);

const MODEL = "openai/gpt-4o-mini";
const GEMINI = "google/gemini-2.5-flash";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const SHOWN = { headers: { "x-openrouter-metadata": "enabled" } };
const sent = () => upstream.requests.at(-1)?.raw.toString() ?? "";

test("an unknown plugin or setting is a 400 that names what is valid", async () => {
  const ask = (plugin: Body) => post(gateway, "chat", saying("chat", MODEL, "Hi.", { plugins: [plugin] }));
  const { status, text } = await ask({ id: "telepathy" });
  expect(status).toBe(400);
  for (const id of ["web", "file-parser", "response-healing", "auto-router"]) expect(text).toContain(id);
  // Clients know this plugin, but the gateway does not implement it.
  expect((await ask({ id: "fusion" })).status).toBe(400);
  const other = await ask({ id: "context-compression", engine: "zip" });
  expect(other.status).toBe(400);
  expect(other.text).toContain("middle-out");
  expect((await ask({ id: "moderation", depth: 3 })).text).toMatch(/depth.*There are no settings/);
  expect((await ask({ id: "auto-router", models: [] })).text).toMatch(/models.*Valid settings are allowed_models/);
});

describe("response-healing", () => {
  const schema = { type: "object", properties: { bread: { type: "string" } }, required: ["bread"] };
  const FORMATS: Record<DialectName, Body> = {
    chat: { response_format: { type: "json_schema", json_schema: { name: "a", schema } } },
    responses: { text: { format: { type: "json_schema", name: "a", schema } } },
    messages: { output_config: { format: { type: "json_schema", schema } } },
  };
  const healing = { plugins: [{ id: "response-healing" }] };
  const BROKEN = [
    "{bread: 'rye',}",
    '```json\n{"bread": "rye"}\n```',
    'Here you are: {"bread": "rye"',
    '{"bread": "rye"} Enjoy!',
  ];

  describe.each(DIALECTS)("in %s", (dialect) => {
    test.each(BROKEN.flatMap((text) => [MODEL, GEMINI].map((model) => [text, model])))(
      "%j is repaired (%s)",
      async (said, model) => {
        upstream.script({ times: 1, answer: { text: said, toolCalls: [], finish: "stop" } });
        const body = saying(dialect, model, "Bread?", { ...FORMATS[dialect], ...healing });
        const { text, headers } = await post(gateway, dialect, body, SHOWN);
        expect(JSON.parse(textOf(JSON.parse(text)))).toEqual({ bread: "rye" });
        expect(pipelineOf(text)).toMatchObject([{ type: "response_healing", summary: "Repaired broken JSON" }]);
        expect((await recordOf(gateway, headers)).notes).toContain("response-healing: Repaired broken JSON");
      },
    );
  });

  test.each([
    ["whole JSON", '{"bread":"rye"}', FORMATS.chat, undefined],
    ["JSON that does not fit the schema", "{butter: 'salted'}", FORMATS.chat, "could not be repaired"],
    ["text without a format", "{bread: 'rye'}", {}, undefined],
  ])("%s is unchanged", async (_, said, format, note) => {
    upstream.script({ times: 1, answer: { text: said, toolCalls: [], finish: "stop" } });
    const body = saying("chat", MODEL, "Bread?", { ...format, ...healing });
    const { text } = await post(gateway, "chat", body, SHOWN);
    expect(textOf(JSON.parse(text))).toBe(said);
    const [entry] = pipelineOf(text);
    if (note) expect(entry.summary).toContain(note);
    else expect(entry).toBeUndefined();
  });

  test("a stream is unchanged, and the log says so", async () => {
    upstream.script({ times: 1, answer: { text: "{bread: 'rye',}", toolCalls: [], finish: "stop" } });
    const body = saying("chat", MODEL, "Bread?", { ...FORMATS.chat, ...healing });
    const { headers } = await streamOf(gateway, "chat", body);
    expect((await recordOf(gateway, headers)).notes).toContain("response-healing: No effect on a stream");
  });
});

describe("context-compression", () => {
  const plugins = [{ id: "context-compression" }];
  const long = (name: string) => `${name} ${"word ".repeat(8_000)}`;

  test.each(DIALECTS)("turns in the middle are dropped so that the response fits (%s)", async (dialect) => {
    const turns = Array.from({ length: 40 }, (_, index) => [
      { role: "user", content: long(`question-${index}`) },
      { role: "assistant", content: `answer-${index}` },
    ]).flat();
    const field = dialect === "responses" ? "input" : "messages";
    const body = { model: MODEL, [field]: [...turns, { role: "user", content: "The last." }], plugins };
    const { status, text, headers } = await post(gateway, dialect, body, SHOWN);
    expect(status).toBe(200);
    expect(sent()).toContain("question-0");
    expect(sent()).toContain("The last.");
    expect(sent()).not.toContain("question-20 ");
    const [entry] = pipelineOf(text);
    expect(entry).toMatchObject({
      type: "context_compression",
      data: { engine: "middle-out", context_length: 128_000 },
    });
    expect(entry.data.tokens_after).toBeLessThan(128_000);
    expect((await recordOf(gateway, headers)).notes.join()).toContain("context-compression");
  });

  test("a single text that is too long is cut in the middle", async () => {
    const body = saying("chat", MODEL, `Begin ${"word ".repeat(200_000)} end.`, { plugins });
    const { text } = await post(gateway, "chat", body, SHOWN);
    expect(sent()).toMatch(/Begin .*\[…\].* end\./s);
    expect(pipelineOf(text)[0].summary).toContain("1 texts cut");
  });

  test("a conversation that fits is unchanged", async () => {
    const { text } = await post(gateway, "chat", saying("chat", MODEL, "Short.", { plugins }), SHOWN);
    expect(pipelineOf(text)).toEqual([]);
  });
});

describe("moderation", () => {
  const plugins = [{ id: "moderation" }];
  const isModeration = ({ path }: { path: string }) => path.endsWith("/moderations");
  const verdict = (violence: boolean) => ({
    match: isModeration,
    times: 1,
    reply: {
      body: JSON.stringify({
        id: "modr-1",
        model: "omni-moderation-latest",
        results: [{ flagged: violence, categories: { violence, harassment: false }, category_scores: {} }],
      }),
    },
  });

  test("a flagged request is a 403 that names the categories, and is not sent", async () => {
    upstream.script(verdict(true));
    const { status, text } = await post(gateway, "chat", saying("chat", MODEL, "Something cruel", { plugins }));
    expect(status).toBe(403);
    expect(JSON.parse(text).error.metadata.reasons).toEqual(["violence"]);
    expect(text).not.toContain("cruel");
    expect(upstream.requests).toHaveLength(1);
    expect(upstream.requests[0]?.body).toMatchObject({ model: "omni-moderation-latest", input: ["Something cruel"] });
  });

  test("any other request continues", async () => {
    upstream.script(verdict(false));
    const { text } = await post(gateway, "messages", saying("messages", GEMINI, "Kind words", { plugins }), SHOWN);
    expect(pipelineOf(text)[0]).toMatchObject({ name: "moderation", summary: "Nothing flagged" });
  });

  test("a connection closed by the service is reopened", async () => {
    upstream.script({ match: isModeration, times: 1, fault: { resetBeforeHeaders: true } });
    upstream.script(verdict(false));
    const { text } = await post(gateway, "chat", saying("chat", MODEL, "Kind words", { plugins }), SHOWN);
    expect(pipelineOf(text)[0]).toMatchObject({ name: "moderation", summary: "Nothing flagged" });
  });

  test("a request that cannot be inspected is not sent", async () => {
    upstream.script({ match: isModeration, fault: { status: 500 } });
    const { status } = await post(gateway, "chat", saying("chat", MODEL, "Hi.", { plugins }));
    expect(status).toBe(502);
    expect(upstream.requests).toHaveLength(1);
  });
});

describe("auto-router", () => {
  const route = (settings: Body = {}, more: Body = {}) =>
    post(
      gateway,
      "chat",
      saying("chat", "switchboard/auto", "Hi.", { plugins: [{ id: "auto-router", ...settings }], ...more }),
      SHOWN,
    );

  test("chooses by tier and allowed names, and explains its choice", async () => {
    const prices = [];
    for (const tier of ["low", "max"]) {
      const { status, text, headers } = await route({ cost_tier: tier, allowed_models: ["openai/gpt-4*"] });
      expect(status).toBe(200);
      const [entry] = pipelineOf(text);
      expect(entry.summary).toContain(`cost tier ${tier}`);
      expect(entry.data.ranked.every((id: string) => id.startsWith("openai/gpt-4"))).toBe(true);
      expect(JSON.parse(text).openrouter_metadata.strategy).toBe("auto");
      const record = await recordOf(gateway, headers);
      expect(record.model).toMatch(/gpt-4/);
      prices.push(record.cost_nano_usd / record.usage_units.output_tokens);
    }
    expect(prices[0]).toBeLessThan(prices[1] as number);
  });

  test("chooses a model that can read the request", async () => {
    const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"iVBORw0KGgo".padEnd(80, "A")}` } };
    const { text } = await route({}, { messages: [{ role: "user", content: [image] }] });
    expect(pipelineOf(text)[0].data.needs).toEqual(["reads image"]);
  });

  test("skips excluded models and those that a guardrail forbids", async () => {
    const key = await keyFor({ allowed_models: [MODEL] });
    const body = saying("chat", "openrouter/auto", "Hi.");
    const { text } = await post(gateway, "chat", body, { key, ...SHOWN });
    expect(pipelineOf(text)[0].data.ranked).toEqual([MODEL]);
    const { status, text: refusal } = await route({ allowed_models: [MODEL], excluded_models: ["openai/*"] });
    expect(status).toBe(404);
    expect(refusal).toContain("auto router found no model");
  });

  test("prefers models that have succeeded in this deployment", async () => {
    const names = ["openai/gpt-4.1-nano", "openai/gpt-4o-mini"];
    const failing = names[0] as string;
    const upstreamName = failing.split("/")[1];
    upstream.script({ match: ({ raw }) => raw.includes(`"${upstreamName}"`), fault: { status: 500 } });
    for (let index = 0; index < 6; index++) await post(gateway, "chat", saying("chat", failing, "Hi."));
    const { text } = await route({ allowed_models: names, cost_tier: "max" });
    const ranked = pipelineOf(text)[0].data.ranked;
    expect(ranked[0]).toBe(names[1]);
  });
});
