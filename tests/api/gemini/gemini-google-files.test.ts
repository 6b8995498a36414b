import { GoogleGenAI } from "@google/genai";
import { beforeEach, describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { responseWith } from "#tests/support/upstream/gemini/events.ts";
import { type Event, post, recordOf, saying } from "../../pipeline/calling.ts";
import { emailRule, guardedKeys } from "../../pipeline/guard/guarding.ts";
import { ask, asking, FLASH, responsesOf } from "./asking.ts";

// What a provider key stores at Google: cached prompts, files and stores of files. Only requests with that key use it.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });
const keyFor = guardedKeys(gateway);

const OWN = "AIza-own-000000000000000000";
const OTHER = "AIza-other-0000000000000000";
const HI = asking({ text: "Hi" });
const FILE = { mimeType: "video/mp4", fileUri: "https://generativelanguage.googleapis.com/v1beta/files/cats-1" };
const CACHED = { cachedContent: "cachedContents/abc" };
const sentBody = () => upstream.requests.at(-1)?.body as Event;
const keysUsed = () => upstream.requests.map(({ headers }) => headers["x-goog-api-key"]);

const STORED: [string, Body][] = [
  ["cachedContent", CACHED],
  ["tools[0].fileSearch", { tools: [{ fileSearch: { fileSearchStoreNames: ["fileSearchStores/a"], topK: 3 } }] }],
  [
    "contents[0].parts[0].fileData.fileUri",
    asking({ fileData: FILE, videoMetadata: { fps: 2 } }, { text: "Describe it" }),
  ],
];

const made: string[] = [];
async function store(key: string, fields: Body = {}) {
  const { status, body } = await gateway.call("POST", "/byok", { provider: "google", key, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  made.push(body.data.id);
}

beforeEach(async () => {
  for (const id of made.splice(0)) await gateway.call("DELETE", `/byok/${id}`);
});

describe.each(STORED)("%s", (field, more) => {
  const body = { ...HI, ...more };

  test("reaches Google with a key of the workspace, and no other key or provider", async () => {
    await store(OWN);
    await responsesOf(gateway, { ...body, models: ["openai/gpt-5-mini"] });
    expect(keysUsed()).toEqual([OWN]);
    expect(sentBody()).toMatchObject(more);
    upstream.requests.length = 0;
    upstream.script({ times: 9, fault: { status: 503 } });
    expect((await ask(gateway, { ...body, models: ["openai/gpt-5-mini"] })).status).toBe(503);
    expect(new Set(keysUsed())).toEqual(new Set([OWN]));
  });

  test("is a 400 that names it without such a key, and for other models", async () => {
    for (const model of [FLASH, "openai/gpt-5-mini"]) {
      const { status, text } = await ask(gateway, body, { model });
      const named = model === FLASH ? (field.split(".").at(-1) as string) : field;
      expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining(named)]);
    }
    expect(upstream.requests).toEqual([]);
  });

  test("is recorded as not inspected by guardrails", async () => {
    await store(OWN);
    const key = await keyFor(emailRule("block"));
    const { status, headers, text } = await ask(gateway, body, { key });
    expect(status, text).toBe(200);
    expect(JSON.stringify(await recordOf(gateway, headers))).toContain("(stored at Google)");
  });
});

describe("cached content", () => {
  const usageMetadata = {
    promptTokenCount: 10_005,
    cachedContentTokenCount: 10_000,
    candidatesTokenCount: 6,
    totalTokenCount: 10_011,
  };

  test.each([false, true])("is charged at the cached price (stream %s)", async (stream) => {
    await store(OWN);
    upstream.script({ times: 1, reply: { events: [{ ...responseWith([{ text: "Hi" }]), usageMetadata }] } });
    const { headers, text } = await ask(gateway, { ...HI, ...CACHED }, { stream });
    expect(text).toContain('"cachedContentTokenCount":10000');
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ is_byok: true, usage_units: { input_tokens: 5, cache_read_tokens: 10_000 } });
    expect(record.cost_nano_usd).toBe(5 * 300 + 10_000 * 30 + 6 * 2_500);
  });

  test("that another key stores is looked for with that key, and no key is set aside for it", async () => {
    await store(OTHER);
    await store(OWN);
    const error = { code: 403, message: "CachedContent not found (or permission denied)", status: "PERMISSION_DENIED" };
    const refusing = {
      match: ({ headers }: { headers: Record<string, string> }) => headers["x-goog-api-key"] === OTHER,
    };
    const json = { "content-type": "application/json" };
    for (const _ of [1, 2, 3])
      upstream.script({
        ...refusing,
        times: 1,
        reply: { status: 403, headers: json, body: JSON.stringify({ error }) },
      });
    for (const _ of [1, 2, 3]) await responsesOf(gateway, { ...HI, ...CACHED });
    expect(keysUsed().filter((key) => key === OWN)).toHaveLength(3);
    expect(keysUsed()).toContain(OTHER);
    upstream.requests.length = 0;
    upstream.script({ times: 2, reply: { status: 403, headers: json, body: JSON.stringify({ error }) } });
    const { status, text } = await ask(gateway, { ...HI, ...CACHED });
    expect([status, text]).toEqual([400, expect.stringContaining("CachedContent not found")]);
    expect(keysUsed().sort()).toEqual([OTHER, OWN].sort());
  });

  test("of Vertex AI does not go to the Gemini API", async () => {
    await store(OWN);
    const cachedContent = "projects/p/locations/us-central1/cachedContents/1";
    expect((await ask(gateway, { ...HI, cachedContent })).status).toBe(400);
    expect(upstream.requests).toEqual([]);
  });

  test("is a 403 where tools are limited, since it may have some", async () => {
    await store(OWN);
    const key = await keyFor({ ignored_tools: ["web_search"] });
    const { status, text } = await ask(gateway, { ...HI, ...CACHED }, { key });
    expect([status, text]).toEqual([403, expect.stringContaining("cachedContent")]);
  });

  test("is reserved as a whole context at its price", async () => {
    await store(OWN);
    // A context of 1,048,576 tokens costs 0.0315 USD from the cache.
    const { key } = await gateway.newKey({ limit: 0.02, include_byok_in_limit: true });
    const short = { generationConfig: { maxOutputTokens: 10 } };
    expect((await ask(gateway, { ...HI, ...short }, { key })).status).toBe(200);
    expect((await ask(gateway, { ...HI, ...short, ...CACHED }, { key })).status).toBe(402);
  });

  test("in a chat request needs a key of the workspace too", async () => {
    const body = saying("chat", FLASH, "Hi", { google_options: CACHED });
    expect((await post(gateway, "chat", body)).status).toBe(400);
    expect(upstream.requests).toEqual([]);
  });

  test("of the published client is used, and counted", async () => {
    await store(OWN);
    const client = new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
    const { text } = await client.models.generateContent({ model: FLASH, contents: "Hi", config: CACHED });
    expect([text, sentBody().cachedContent]).toEqual(["You said: Hi", "cachedContents/abc"]);
  });
});

test("a search of stored files is no search of the web", async () => {
  await store(OWN);
  const groundingMetadata = { groundingChunks: [{ retrievedContext: { title: "a.txt", text: "Bern" } }] };
  upstream.script({ times: 1, reply: { events: [responseWith([{ text: "Bern" }], { groundingMetadata })] } });
  const [, [, more] = []] = STORED;
  const { headers, text } = await ask(gateway, { ...HI, ...more });
  expect(JSON.parse(text).candidates[0].groundingMetadata).toEqual(groundingMetadata);
  const { usage_units: units } = await recordOf(gateway, headers);
  expect([units.web_searches, units.grounded_requests]).toEqual([undefined, undefined]);
  const key = await keyFor({ ignored_tools: ["file_search"] });
  expect((await ask(gateway, { ...HI, ...more }, { key })).status).toBe(403);
});
