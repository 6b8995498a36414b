import { type CachedContent, GoogleGenAI, Type } from "@google/genai";
import { describe, expect, test, vi } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { SAMPLES } from "#tests/support/file-samples.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../../pipeline/calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../../pipeline/guard/guarding.ts";
import { ask, asking, FLASH } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai", "anthropic"] });
const keyFor = guardedKeys(gateway);

const clientOf = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });
const client = () => clientOf(gateway.managementKey);
const sentBody = () => upstream.requests.at(-1)?.body as Body;
const sentText = () => JSON.stringify(sentBody());

const PDF = SAMPLES.find(([, name]) => name === "a.pdf")?.[2] as Buffer;
const WEATHER = {
  functionDeclarations: [{ name: "weather", description: "Returns the weather", parameters: { type: Type.OBJECT } }],
};
const INSTRUCTION = "Answer in one word.";
const TURN = { role: "user", parts: [{ text: "The sky is green." }] };

type Config = NonNullable<Parameters<GoogleGenAI["caches"]["create"]>[0]["config"]>;

function create(config: Config = {}, model = FLASH, key = gateway.managementKey): Promise<CachedContent> {
  return clientOf(key).caches.create({
    model,
    config: { contents: [TURN], systemInstruction: INSTRUCTION, ...config },
  });
}

const secondsLeft = ({ expireTime }: CachedContent) => (Date.parse(expireTime as string) - Date.now()) / 1000;

describe("cached content of Google's client", () => {
  test("is created, read, listed page by page, extended and deleted", async () => {
    const { caches } = client();
    const made = [await create({ displayName: "Sky" }), await create({ ttl: "90s" })];
    const [first, second] = made as [CachedContent, CachedContent];
    expect(first).toMatchObject({
      name: expect.stringMatching(/^cachedContents\/cache-sb-[0-9a-f]{32}$/),
      model: `models/${FLASH}`,
      displayName: "Sky",
      createTime: first.updateTime,
      usageMetadata: { totalTokenCount: expect.any(Number) },
    });
    expect(first.usageMetadata?.totalTokenCount).toBeGreaterThan(4);
    expect(JSON.stringify(first)).not.toContain("green");
    expect(secondsLeft(first)).toBeGreaterThan(3590);
    expect(secondsLeft(first)).toBeLessThanOrEqual(3600);
    expect(secondsLeft(second)).toBeLessThanOrEqual(90);
    for (const one of made) expect(await caches.get({ name: one.name as string })).toEqual(one);
    const listed: CachedContent[] = [];
    for await (const one of await caches.list({ config: { pageSize: 1 } })) listed.push(one);
    expect(listed).toEqual(made.toReversed());
    expect((await caches.list({ config: { pageSize: 5000 } })).page).toHaveLength(2);
    const longer = await caches.update({ name: first.name as string, config: { ttl: "7200s" } });
    expect(longer).toMatchObject({ name: first.name, createTime: first.createTime });
    expect(secondsLeft(longer)).toBeGreaterThan(7190);
    expect(Date.parse(longer.updateTime as string)).toBeGreaterThan(Date.parse(first.updateTime as string));
    const expireTime = "2100-01-01T00:00:00.000Z";
    expect(await caches.update({ name: first.name as string, config: { expireTime } })).toMatchObject({ expireTime });
    for (const one of made) await caches.delete({ name: one.name as string });
    expect((await caches.list()).page).toEqual([]);
    await expect(caches.get({ name: first.name as string })).rejects.toThrow(/CachedContent not found/);
  });

  test.each([
    ["passed to Google", FLASH],
    ["converted for OpenAI", "openai/gpt-5-mini"],
    ["converted for Anthropic", "anthropic/claude-haiku-4.5"],
  ])("reaches a model as the beginning of the request, %s", async (_, model) => {
    const file = await client().files.upload({
      file: new Blob([new Uint8Array(PDF)]),
      config: { mimeType: "application/pdf" },
    });
    const part = { fileData: { fileUri: file.uri as string, mimeType: "application/pdf" } };
    const contents = [{ role: "user", parts: [part, { text: "The report." }] }];
    const { name: cachedContent = "" } = await create({ contents, tools: [WEATHER] }, model);
    const request = { model, contents: "What does it say?", config: { cachedContent } };
    const response = await client().models.generateContent(request);
    // Anthropic's turns alternate, so that the two are one there.
    const answer =
      model === FLASH || model.startsWith("openai/") ? "What does it say?" : "The report.What does it say?";
    expect(response.text).toBe(`You said: ${answer}`);
    const whole = sentText();
    for (const text of [PDF.toString("base64"), "The report.", INSTRUCTION, "weather", "What does it say?"])
      expect(whole).toContain(text);
    expect(whole.indexOf("The report.")).toBeLessThan(whole.indexOf("What does it say?"));
    expect(whole).not.toMatch(/cachedContent|cache-sb/);
    let streamed = "";
    for await (const chunk of await client().models.generateContentStream(request)) streamed += chunk.text ?? "";
    expect(streamed).toBe(`You said: ${answer}`);
    const key = (await gateway.newKey()).key;
    const { headers } = await ask(gateway, { ...asking({ text: "Hi" }), cachedContent }, { model, key });
    expect((await recordOf(gateway, headers)).usage_units.input_tokens).toBeGreaterThan(10);
  });

  test("is marked for the cache of Anthropic, up to its end", async () => {
    const model = "anthropic/claude-haiku-4.5";
    const marks = () => (sentBody().messages as Body[]).flatMap(({ content }) => content as Body[]);
    const { name: cachedContent = "" } = await create(
      { contents: [TURN, { role: "model", parts: [{ text: "Is it?" }] }, TURN] },
      model,
    );
    await client().models.generateContent({ model, contents: "What does it say?", config: { cachedContent } });
    const mark = { cache_control: { type: "ephemeral" } };
    expect(marks().filter((part) => part.cache_control)).toEqual([expect.objectContaining(mark)]);
    expect(marks().at(-2)).toMatchObject({ text: "The sky is green.", ...mark });
    await ask(gateway, { ...asking({ text: "Hi" }), cachedContent, provider: { prompt_caching: false } }, { model });
    expect(sentText()).not.toContain("cache_control");
  });

  test("is counted with the request, in both forms", async () => {
    const { name: cachedContent = "" } = await create({}, "openai/gpt-5-mini");
    const count = async (body: Body) => (await gateway.call("POST", countPath, body)).body.totalTokens;
    const countPath = `/gemini/models/${encodeURIComponent("openai/gpt-5-mini")}/countTokens`;
    const hi = asking({ text: "Hi" });
    const alone = await count(hi);
    expect(await count({ ...hi, cachedContent })).toBeGreaterThan(alone);
    const generateContentRequest = { ...hi, cachedContent, model: "models/openai/gpt-5-mini" };
    expect(await count({ generateContentRequest })).toBe(await count({ ...hi, cachedContent }));
  });

  test("may have only a system instruction, and snake case", async () => {
    const body = { model: FLASH, system_instruction: { parts: [{ text: INSTRUCTION }] }, display_name: "Snake" };
    const made = (await gateway.call("POST", "/gemini/cachedContents", body)).body;
    expect(made).toMatchObject({ model: `models/${FLASH}`, displayName: "Snake" });
    const { status } = await ask(gateway, { ...asking({ text: "Hi" }), cached_content: made.name });
    expect(status).toBe(200);
    expect(sentBody()).toMatchObject({ systemInstruction: { parts: [{ text: INSTRUCTION }] } });
    const path = `/gemini/cachedContents/${made.name.replace("cachedContents/", "")}`;
    const expiry = { expire_time: "2100-01-01T01:00:00+01:00" };
    expect((await gateway.call("PATCH", `${path}?updateMask=expire_time`, expiry)).body).toMatchObject({
      expireTime: "2100-01-01T00:00:00.000Z",
    });
    const { cachedContents } = (await gateway.call("GET", "/gemini/cachedContents?pageSize=1")).body;
    expect(cachedContents.map((one: Body) => one.name)).toEqual([made.name]);
    expect((await gateway.call("DELETE", path)).body).toEqual({});
    expect((await gateway.call("GET", path)).status).toBe(404);
  });

  test("is inspected by guardrails when it is created and whenever it is used", async () => {
    const contents = [{ role: "user", parts: [{ text: `Write to ${EMAIL}.` }] }];
    const { name: cachedContent } = await create({ contents });
    const body = { ...asking({ text: "Hi" }), cachedContent };
    const blocked = await keyFor(emailRule("block"));
    expect((await ask(gateway, body, { key: blocked })).status).toBe(403);
    await expect(create({ contents }, FLASH, blocked)).rejects.toThrow(/"code":403/);
    const redacted = await keyFor(emailRule("redact"));
    expect((await ask(gateway, body, { key: redacted })).status).toBe(200);
    expect(sentText()).toContain("[EMAIL_1]");
    expect(sentText()).not.toContain(EMAIL);
  });

  test("expires", async () => {
    const { name = "" } = await create({ ttl: "0.5s" });
    await vi.waitFor(() => expect(client().caches.get({ name })).rejects.toThrow(/"status":"NOT_FOUND"/), 5_000);
    const { status, text } = await ask(gateway, { ...asking({ text: "Hi" }), cachedContent: name });
    expect([status, text]).toEqual([403, expect.stringContaining("CachedContent not found (or permission denied)")]);
    await expect(client().caches.update({ name, config: { ttl: "60s" } })).rejects.toThrow(/not found/);
    expect((await client().caches.list()).page.map((one) => one.name)).not.toContain(name);
  });

  test("belongs to a workspace, and only its creator or an administrator changes it", async () => {
    const { key: creator } = await gateway.newKey();
    const { key: colleague } = await gateway.newKey();
    const { name = "" } = await create({}, FLASH, creator);
    const used = { ...asking({ text: "Hi" }), cachedContent: name };
    expect((await ask(gateway, used, { key: colleague })).status).toBe(200);
    await expect(clientOf(colleague).caches.delete({ name })).rejects.toThrow(/Only the key or user that created/);
    const update = { name, config: { ttl: "60s" } };
    await expect(clientOf(colleague).caches.update(update)).rejects.toThrow(/Only the key or user that created/);
    const { body } = await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
    const { key: stranger } = await gateway.newKey({ workspace_id: body.data.id });
    const { caches } = clientOf(stranger);
    for (const attempt of [() => caches.get({ name }), () => caches.update(update), () => caches.delete({ name })])
      await expect(attempt()).rejects.toThrow(/CachedContent not found/);
    expect((await caches.list()).page).toEqual([]);
    expect((await ask(gateway, used, { key: stranger })).status).toBe(403);
    await clientOf(creator).caches.delete({ name });
    expect((await gateway.call("GET", "/audit?limit=1")).body.data[0]).toMatchObject({
      action: "cached_content.delete",
      target: { type: "cached_content", id: name.replace("cachedContents/", "") },
    });
  });

  test("needs a management key where uploads are restricted to them", async () => {
    const { key } = await gateway.newKey();
    const restrict = (uploads: boolean) =>
      gateway.call("PATCH", "/workspaces/default", { uploads_need_management_key: uploads });
    expect((await restrict(true)).status).toBe(200);
    await expect(create({}, FLASH, key)).rejects.toThrow(/Only management keys/);
    expect((await create()).name).toBeDefined();
    await restrict(false);
  });
});

const TOO_MUCH: [string, Body, string][] = [
  ["a system instruction", { systemInstruction: { parts: [{ text: "No." }] } }, "systemInstruction"],
  ["tools", { tools: [WEATHER] }, "tools"],
  ["a tool config", { tool_config: { functionCallingConfig: { mode: "NONE" } } }, "tool_config"],
];

test.each(TOO_MUCH)("a request with cached content must not have %s of its own", async (_, more, field) => {
  const { name: cachedContent } = await create();
  const { status, text } = await ask(gateway, { ...asking({ text: "Hi" }), cachedContent, ...more });
  expect([status, JSON.parse(text).error]).toEqual([
    400,
    expect.objectContaining({
      status: "INVALID_ARGUMENT",
      message: `Invalid request: ${field}: must be in the cached content, not alongside it`,
    }),
  ]);
});

test("cached content works only with its model", async () => {
  const { name: cachedContent } = await create();
  const body = { ...asking({ text: "Hi" }), cachedContent, tools: [] };
  const { status, text } = await ask(gateway, body, { model: "openai/gpt-5-mini" });
  expect([status, text]).toEqual([400, expect.stringContaining(`was created for the model ${FLASH}`)]);
  expect((await ask(gateway, body)).status).toBe(200);
});

const INVALID: [string, Body, RegExp][] = [
  ["no model", { model: undefined }, /model: /],
  ["two times of expiry", { ttl: "60s", expireTime: "2100-01-01T00:00:00Z" }, /ttl: cannot be set together/],
  ["a time that is no duration", { ttl: "1h" }, /ttl: must be a number of seconds, such as `3600s`/],
  ["no time", { ttl: "0s" }, /ttl: must end in the future/],
  ["too much time", { ttl: "999999999999s" }, /ttl: must end in the future, before the year 10000/],
  ["a time in the past", { expireTime: "2020-01-01T00:00:00Z" }, /expireTime: must end in the future/],
  ["an unknown field", { generationConfig: {} }, /generationConfig: is not supported here/],
  ["an invalid part", { contents: [{ parts: [{ sound: 1 }] }] }, /contents\[0\]\.parts\[0\]\.sound/],
  ["a long name", { display_name: "a".repeat(129) }, /displayName: /],
  ["an unstorable name", { displayName: "\0" }, /displayName: text must not contain/],
];

test.each(INVALID)("cached content with %s is a 400", async (_, fields, message) => {
  const { status, body } = await gateway.call("POST", "/gemini/cachedContents", {
    model: FLASH,
    contents: [TURN],
    ...fields,
  });
  expect([status, body.error.status, body.error.message]).toEqual([
    400,
    "INVALID_ARGUMENT",
    expect.stringMatching(message),
  ]);
});

test("cached content that names a missing file is a 404", async () => {
  const fileUri = `${gateway.url}/v1beta/files/file-sb-${"0".repeat(32)}`;
  await expect(create({ contents: [{ parts: [{ fileData: { fileUri } }] }] })).rejects.toThrow(/No such file/);
});

test.each([
  ["another field", "", { displayName: "New" }, /displayName: is not supported here/],
  ["a mask of another field", "?updateMask=displayName", { ttl: "60s" }, /updateMask: only ttl and expireTime/],
  ["nothing", "", {}, /ttl: is required/],
])("a change of %s is a 400", async (_, query, fields, message) => {
  const { name } = await create();
  const { status, body } = await gateway.call("PATCH", `/gemini/${name}${query}`, fields);
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)]);
});
