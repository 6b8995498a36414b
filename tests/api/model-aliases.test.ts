import OpenAI from "openai";
import { expect, test } from "vitest";
import { chooseTarget } from "#server/pipeline/aliases/resolve-alias.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../pipeline/calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

let made = 0;
const unused = () => `acme/bot-${++made}`;
const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";

async function add(targets: object[], fields: object = {}) {
  const name = unused();
  const { status, body } = await gateway.call("POST", "/model-aliases", { name, targets, ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data as { id: string; name: string };
}

const ask = (model: string, more: object = {}) =>
  gateway.call("POST", "/chat/completions", saying("chat", model, "Hello", { ...more }));

async function recordOf(answer: { headers: Headers }) {
  const id = answer.headers.get("x-generation-id");
  return (await gateway.call("GET", `/generation?id=${id}`)).body.data;
}

test("a request by an alias is served by its model, and its record has both names", async () => {
  const { id, name } = await add([{ model: GPT }]);
  const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });
  const { data, response } = await client.chat.completions
    .create({ model: name, messages: [{ role: "user", content: "Hello" }] })
    .withResponse();
  expect(data.choices[0]?.message.content).toBe("You said: Hello");
  expect(await recordOf(response)).toMatchObject({ requested_model: name, model: GPT });
  const shown = await gateway.call("POST", "/chat/completions", saying("chat", name, "Hello"), {
    headers: { "x-switchboard-metadata": "enabled" },
  });
  expect(shown.body.service_metadata).toMatchObject({ requested: name, summary: expect.stringContaining(GPT) });
  expect((await gateway.call("GET", `/model-aliases/${id}`)).body.data).toMatchObject({ name, description: null });
  const { body } = await gateway.call("GET", "/model-aliases?limit=100");
  expect(body.data.map((alias: { name: string }) => alias.name)).toContain(name);
});

test("an alias is listed among the models of its workspace only, and can be retrieved", async () => {
  const { name } = await add([{ model: GPT }], { description: "For the support chat" });
  const { key } = await gateway.newKey();
  const slug = `aliases-${made}`;
  await gateway.call("POST", "/workspaces", { name: slug, slug });
  const { key: neighbor } = await gateway.newKey({ workspace_id: slug });
  const seenBy = async (by: string | null) => {
    const { body } = await gateway.call("GET", "/models?limit=1000", undefined, { key: by });
    return body.data.find(({ id }: { id: string }) => id === name);
  };
  expect(await seenBy(key)).toMatchObject({
    canonical_slug: GPT,
    description: "For the support chat",
    available: true,
  });
  expect([await seenBy(neighbor), await seenBy(null)]).toEqual([undefined, undefined]);
  expect((await gateway.call("GET", `/models/${name}`, undefined, { key })).body.id).toBe(name);
  expect((await gateway.call("GET", `/models/${name}`, undefined, { key: neighbor })).status).toBe(404);
  const refused = await gateway.call("POST", "/chat/completions", saying("chat", name, "Hello"), { key: neighbor });
  expect([refused.status, refused.body.error.message]).toEqual([
    404,
    expect.stringContaining(`No such model: ${name}`),
  ]);
});

test("an alias may lead to a preset, a provider order, another alias and a media model", async () => {
  const preset = `tone-${++made}`;
  const settings = { model: CLAUDE, messages: [{ role: "system", content: "Be brief." }] };
  await gateway.call("POST", `/presets/${preset}/chat/completions`, settings);
  const tone = await add([{ preset }]);
  expect(await recordOf(await ask(tone.name))).toMatchObject({ requested_model: tone.name, model: CLAUDE });
  expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain("Be brief.");
  const outer = await add([{ model: tone.name }]);
  expect(await recordOf(await ask(outer.name))).toMatchObject({ requested_model: outer.name, model: CLAUDE });
  const ordered = await add([{ model: GPT, provider_order: ["azure", "openai"] }]);
  expect((await recordOf(await ask(ordered.name))).provider_name).toBe("openai");
  const vectors = await add([{ model: "local/word-hash" }]);
  const embedded = await gateway.call("POST", "/embeddings", { model: vectors.name, input: "Hello" });
  expect(await recordOf(embedded)).toMatchObject({ requested_model: vectors.name, model: "local/word-hash" });
});

test("requests of one session or user stay with one target", async () => {
  const { name } = await add([{ model: GPT }, { model: CLAUDE }]);
  for (const of of [{ session_id: "s" }, { user: "u" }]) {
    const models = new Set<string>();
    for (let call = 0; call < 4; call += 1) models.add((await recordOf(await ask(name, of))).model);
    expect(models.size).toBe(1);
  }
});

test("subjects are split by weight, and a higher last weight moves subjects only to its target", () => {
  const target = (model: string, weight: number) => ({ model, preset: null, providerOrder: null, weight });
  const choose = (share: number, subject: string) =>
    chooseTarget({ id: "a", targets: [target("old", 100 - share), target("new", share)], rollout: null }, subject)
      .model;
  const subjects = Array.from({ length: 2_000 }, (_, index) => `user-${index}`);
  const countAt = (share: number) => subjects.filter((one) => choose(share, one) === "new").length;
  expect([countAt(0), countAt(100)]).toEqual([0, 2_000]);
  expect(Math.abs(countAt(10) - 200)).toBeLessThan(60);
  for (const one of subjects.filter((subject) => choose(10, subject) === "new")) expect(choose(30, one)).toBe("new");
});

test("an alias that leads nowhere or back to itself is rejected with the reason", async () => {
  const create = (body: object) => gateway.call("POST", "/model-aliases", { name: unused(), ...body });
  const messageOf = async (body: object) => {
    const response = await create(body);
    return `${response.status} ${response.body.error.message}`;
  };
  expect(await messageOf({ targets: [{ model: "nobody/nothing" }] })).toMatch(
    /400 .*targets\[0\]\.model: no such model/,
  );
  expect(await messageOf({ targets: [{ preset: "nothing" }] })).toMatch(/400 .*targets\[0\]\.preset: no such preset/);
  expect(await messageOf({ targets: [{}] })).toMatch(/400 .*names a model, a preset or both/);
  expect(await messageOf({ targets: [{ model: GPT, weight: 0 }] })).toMatch(/400 .*needs a weight/);
  expect(await messageOf({ name: GPT, targets: [{ model: CLAUDE }] })).toMatch(/409 A model with the ID /);
  const inner = await add([{ model: GPT }]);
  const outer = await add([{ model: inner.name }]);
  const circular = await gateway.call("PATCH", `/model-aliases/${inner.id}`, { targets: [{ model: outer.name }] });
  expect([circular.status, circular.body.error.message]).toEqual([400, expect.stringContaining("leads back to")]);
  await gateway.call("DELETE", `/model-aliases/${inner.id}`);
  const dangling = await ask(outer.name);
  expect([dangling.status, dangling.body.error.message]).toEqual([
    404,
    `The alias ${outer.name} leads to ${inner.name}, and there is no such model.`,
  ]);
  expect((await ask(inner.name)).status).toBe(404);
});

test("a preset whose model is an alias of that preset is rejected", async () => {
  const preset = `round-${++made}`;
  const messages = [{ role: "system", content: "Be brief." }];
  await gateway.call("POST", `/presets/${preset}/chat/completions`, { model: GPT, messages });
  const { name } = await add([{ preset }]);
  await gateway.call("POST", `/presets/${preset}/chat/completions`, { model: name, messages });
  const response = await ask(name);
  expect([response.status, response.body.error.message]).toEqual([
    400,
    expect.stringContaining("from one preset to another"),
  ]);
});
