import { OpenRouter } from "@openrouter/sdk";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

let key: string;

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream });

beforeAll(async () => {
  key = (await gateway.newKey()).key;
});

const call = (method: string, path: string, body?: unknown) => gateway.call(method, path, body, { key });
const USER = { role: "user", content: "Hi" };
const TOOL = { name: "look", description: "Looks", parameters: { type: "object", properties: {} } };
const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const sent = () => JSON.parse(upstream.requests[0]?.raw.toString() ?? "{}");

describe("a preset", () => {
  test("is created from a body's settings, with a new version each time", async () => {
    const body = {
      model: GPT,
      messages: [{ role: "system", content: "Be brief." }, USER],
      temperature: 0.2,
      stream: true,
    };
    const first = await call("POST", "/presets/brief/chat/completions", body);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body.data).toMatchObject({
      slug: "brief",
      status: "active",
      designated_version: { version: 1, config: { model: GPT, temperature: 0.2 }, system_prompt: "Be brief." },
    });
    expect(Object.keys(first.body.data.designated_version.config).sort()).toEqual(["model", "temperature"]);
    const second = await call("POST", "/presets/brief/chat/completions", { model: GPT, temperature: 0.9 });
    expect(second.body.data).toMatchObject({
      id: first.body.data.id,
      designated_version: { version: 2, system_prompt: null },
    });
    expect((await call("GET", "/presets/brief")).body).toEqual(second.body);
    const versions = await call("GET", "/presets/brief/versions");
    expect(versions.body).toMatchObject({ total_count: 2, data: [{ version: 2 }, { version: 1 }] });
    const old = await call("GET", "/presets/brief/versions/1");
    expect(old.body.data).toEqual(first.body.data.designated_version);
    const listed = await call("GET", "/presets?limit=1");
    expect(listed.body).toMatchObject({ total_count: 1, data: [{ slug: "brief" }] });
  });

  test("has consecutive version numbers when several are created at once", async () => {
    const made = [1, 2, 3, 4].map(() => call("POST", "/presets/race/chat/completions", { model: GPT }));
    const versions = (await Promise.all(made)).map(({ body }) => body.data.designated_version.version);
    expect(versions.sort()).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ["GET", "/presets/none"],
    ["GET", "/presets/none/versions"],
    ["GET", "/presets/brief/versions/99"],
  ])("is not found by %s %s if it does not exist", async (method, path) => {
    expect((await call(method, path)).status).toBe(404);
  });

  test.each<[string, object]>([
    ["/presets/not%20a%20slug/chat/completions", { model: GPT }],
    ["/presets/x/chat/completions", { model: GPT, temperature: 9 }],
    ["/presets/x/chat/completions", { model: "@preset/brief" }],
    ["/presets/x/chat/completions", { model: GPT, preset: "brief" }],
    ["/presets/x/messages", { model: 7, messages: [] }],
    ["/presets/x/responses", { input: 7 }],
  ])("is rejected by %s with %j", async (path, body) => {
    expect((await call("POST", path, body)).status).toBe(400);
  });

  test("that is too large is rejected", async () => {
    const body = { model: GPT, messages: [{ role: "system", content: "x".repeat(70_000) }] };
    expect((await call("POST", "/presets/large/chat/completions", body)).status).toBe(413);
  });

  test("can be deleted once by a management key, which frees its name", async () => {
    await call("POST", "/presets/passing/chat/completions", { model: GPT, temperature: 0.3 });
    expect((await call("DELETE", "/presets/passing")).status).toBe(403);
    const remove = (slug: string) => gateway.call("DELETE", `/presets/${slug}`);
    expect([(await remove("passing")).body, (await remove("passing")).status]).toEqual([{ deleted: true }, 404]);
    expect((await remove("no%20slug")).status).toBe(404);
    expect((await call("GET", "/presets/passing")).status).toBe(404);
    expect((await call("GET", "/presets/passing/versions")).status).toBe(404);
    const asked = await call("POST", "/chat/completions", { model: "@preset/passing", messages: [USER] });
    expect(asked.status).toBe(404);
    const { body } = await gateway.call("GET", "/audit?action=preset.delete");
    expect(body.data).toMatchObject([{ target: { name: "passing" }, before: { version: 1 }, after: null }]);
    const again = await call("POST", "/presets/passing/chat/completions", { model: GPT });
    expect(again.body.data.designated_version.version).toBe(1);
    await remove("passing");
  });

  test("is audited", async () => {
    const { body } = await gateway.call("GET", "/audit?target_type=preset&limit=100");
    const actions = body.data.map(({ action }: { action: string }) => action);
    expect(new Set(actions)).toEqual(new Set(["preset.create", "preset.update", "preset.delete"]));
  });

  test("is parsed by the published SDK", async () => {
    const { presets } = new OpenRouter({ apiKey: key, serverURL: `${gateway.url}/api/v1` });
    const chatRequest = { model: GPT, messages: [{ role: "user" as const, content: "Hi" }] };
    const made = await presets.createPresetsChatCompletions({ slug: "sdk", chatRequest });
    expect(made.data).toMatchObject({ slug: "sdk", designatedVersion: { version: 1, config: { model: GPT } } });
    expect((await presets.get({ slug: "sdk" })).data.id).toBe(made.data.id);
    expect((await presets.getVersion({ slug: "sdk", version: "1" })).data?.version).toBe(1);
    const pages = await Array.fromAsync(await presets.list({ limit: 2 }));
    expect(pages.flatMap(({ result }) => result.data.map(({ slug }) => slug))).toContain("sdk");
  });
});

describe("numbers that JavaScript would round", () => {
  const LONG = "12345678901234567890";
  const PRECISE = "0.12345678901234567890123";
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): number };
  const parameters = { type: "object", properties: { id: { type: "integer", maximum: rawJSON(LONG) } } };
  const settings = { temperature: rawJSON(PRECISE), provider: { future: { list: [rawJSON(LONG)] } } };
  const TURNS = [
    ["chat/completions", { messages: [USER] }, [{ type: "function", function: { name: "look", parameters } }]],
    ["responses", { input: "Hi" }, [{ type: "function", name: "look", parameters }]],
    ["messages", { messages: [USER] }, [{ name: "look", input_schema: parameters }]],
  ] as const;

  test.each(TURNS)("are stored exactly: a preset created by %s", async (path, turn, tools) => {
    const name = `exact-${path.slice(0, 4)}`;
    const made = await call("POST", `/presets/${name}/${path}`, { model: CLAUDE, ...turn, ...settings, tools });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    for (const at of [`/presets/${name}`, `/presets/${name}/versions`, `/presets/${name}/versions/1`]) {
      const headers = { authorization: `Bearer ${key}` };
      const shown = await (await fetch(`${gateway.url}/api/v1${at}`, { headers })).text();
      expect(shown).toContain(`"maximum":${LONG}`);
      expect(shown).toContain(`"list":[${LONG}]`);
      expect(shown).not.toMatch(/rawJSON|toJSON/);
    }
    for (const [used, said] of TURNS) {
      upstream.reset();
      // Each dialect with a provider that speaks it, and with one that needs a conversion.
      for (const model of [used === "messages" ? CLAUDE : GPT, CLAUDE]) {
        expect((await call("POST", `/${used}`, { model, preset: name, ...said, max_tokens: 50 })).status).toBe(200);
        const got = String(upstream.requests.at(-1)?.raw);
        expect(got).toContain(`"maximum":${LONG}`);
        if (model === GPT || used === "messages") expect(got).toContain(`"temperature":${PRECISE}`);
      }
    }
  });
});

describe("a call with a preset", () => {
  beforeAll(async () => {
    const tools = [{ type: "function", function: TOOL }];
    const chat = { model: GPT, max_tokens: 77, temperature: 0.3, stop: "END", tools, tool_choice: "required" };
    const system = { role: "system", content: "Speak as a pirate." };
    await call("POST", "/presets/pirate/chat/completions", { ...chat, messages: [system, USER] });
    const thinking = { type: "enabled", budget_tokens: 2048 };
    const messages = {
      model: CLAUDE,
      system: "Think.",
      max_tokens: 4000,
      thinking,
      messages: [USER],
      stop_sequences: ["X"],
    };
    await call("POST", "/presets/thinker/messages", messages);
    await call("POST", "/presets/settings/responses", { model: "x/y", temperature: 0.1, instructions: "Be kind." });
  });

  test("chat: uses the preset's settings and system prompt", async () => {
    const { status, body } = await call("POST", "/chat/completions", { model: "@preset/pirate", messages: [USER] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(sent()).toMatchObject({
      model: "gpt-4o-mini",
      max_completion_tokens: 77,
      temperature: 0.3,
      stop: "END",
      tool_choice: "required",
      tools: [{ type: "function", function: TOOL }],
      messages: [{ role: "system", content: "Speak as a pirate." }, USER],
    });
  });

  test("responses and messages: in their own formats", async () => {
    expect((await call("POST", "/responses", { model: "@preset/pirate", input: "Hi" })).status).toBe(200);
    expect(sent()).toMatchObject({
      model: "gpt-4o-mini",
      max_output_tokens: 77,
      instructions: "Speak as a pirate.",
      tool_choice: "required",
      tools: [{ type: "function", ...TOOL }],
    });
    expect(sent().stop).toBeUndefined();
    upstream.reset();
    const body = { model: `${CLAUDE}@preset/pirate`, messages: [USER] };
    expect((await call("POST", "/messages", body)).status).toBe(200);
    expect(sent()).toMatchObject({
      max_tokens: 77,
      system: "Speak as a pirate.",
      stop_sequences: ["END"],
      tool_choice: { type: "any" },
      tools: [{ name: "look", description: "Looks", input_schema: TOOL.parameters }],
    });
  });

  test("messages: restores the original settings", async () => {
    expect((await call("POST", "/messages", { model: "@preset/thinker", messages: [USER] })).status).toBe(200);
    expect(sent()).toMatchObject({
      system: "Think.",
      max_tokens: 4000,
      stop_sequences: ["X"],
      thinking: { type: "enabled", budget_tokens: 2048 },
    });
  });

  test("fields of the call take precedence, and null counts as absent", async () => {
    const messages = [{ role: "system", content: "Speak plainly." }, USER];
    const own = { model: "@preset/pirate", max_completion_tokens: 5, temperature: null, stop: "STOP", messages };
    expect((await call("POST", "/chat/completions", own)).status).toBe(200);
    expect(sent()).toMatchObject({ max_completion_tokens: 5, temperature: 0.3, stop: "STOP", messages });
    expect(sent().max_tokens).toBeUndefined();
  });

  test("can set its own model, with the field or before the preset's name", async () => {
    for (const name of [{ model: GPT, preset: "settings" }, { model: `${GPT}@preset/settings` }]) {
      upstream.reset();
      expect((await call("POST", "/chat/completions", { ...name, messages: [USER] })).status).toBe(200);
      expect(sent()).toMatchObject({
        model: "gpt-4o-mini",
        temperature: 0.1,
        messages: [{ content: "Be kind." }, USER],
      });
      expect(sent().preset).toBeUndefined();
    }
  });

  test("uses a new version starting with the next call", async () => {
    for (const temperature of [0.1, 0.8]) {
      upstream.reset();
      await call("POST", "/presets/moving/chat/completions", { model: GPT, temperature });
      await call("POST", "/chat/completions", { model: "@preset/moving", messages: [USER] });
      expect(sent().temperature).toBe(temperature);
    }
  });

  test.each([
    ["/chat/completions", { messages: [USER] }],
    ["/messages", { messages: [USER] }],
    ["/responses", { input: "Hi" }],
  ])("%s: an invalid name is rejected, and an empty one is not sent upstream", async (path, turn) => {
    for (const preset of [7, true, "", ["pirate"], { slug: "pirate" }]) {
      const { status, body } = await call("POST", path, { model: GPT, ...turn, preset });
      expect(status).toBe(400);
      expect(body.error.message).toMatch(/^Invalid request: preset: /);
    }
    expect(upstream.requests).toHaveLength(0);
    expect((await call("POST", path, { model: GPT, ...turn, preset: null })).status).toBe(200);
    expect(sent()).not.toHaveProperty("preset");
  });

  test("is a 404 if only another workspace has the preset", async () => {
    const { body } = await gateway.call("POST", "/workspaces", { name: "Elsewhere", slug: "elsewhere" });
    const other = await gateway.newKey({ workspace_id: body.data.id });
    const ask = (model: string, by: string) =>
      gateway.call("POST", "/chat/completions", { model, messages: [USER] }, { key: by });
    for (const answer of [await ask("@preset/none", key), await ask("@preset/pirate", other.key)]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.message).toMatch(/^No such preset/);
    }
    expect((await gateway.call("GET", "/presets/pirate", undefined, { key: other.key })).status).toBe(404);
  });
});
