import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { codeParts, responseWith } from "#tests/support/upstream/gemini/events.ts";
import { type Event, post, recordOf } from "../../pipeline/calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../../pipeline/guard/guarding.ts";
import { ask, asking, FLASH, responsesOf } from "./asking.ts";

// What only Google can do reaches Google as it was sent, and no other provider gets the request.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai", "groq"] });
const keyFor = guardedKeys(gateway);

const HI = asking({ text: "Hi" });
const sentBody = () => upstream.requests.at(-1)?.body as Event;
const CODE = codeParts("print(1)", "1\n");
const HISTORY = [{ role: "user", parts: [{ text: "Run it" }] }, { role: "model", parts: CODE }, ...HI.contents];
const VIDEO = { inlineData: { mimeType: "video/mp4", data: "AAAA" }, videoMetadata: { startOffset: "1s", fps: 2 } };

const IMAGE = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
const CLOSE = { level: "MEDIA_RESOLUTION_HIGH" };

const ONLY: [string, Body][] = [
  ["tools[0].codeExecution", { tools: [{ codeExecution: {} }] }],
  ["tools[0].urlContext", { tools: [{ url_context: {} }] }],
  ["tools[0].googleMaps", { tools: [{ googleMaps: { enableWidget: true } }] }],
  ["toolConfig.retrievalConfig", { toolConfig: { retrievalConfig: { latLng: { latitude: 46.9, longitude: 7.4 } } } }],
  ["generationConfig.responseLogprobs", { generationConfig: { responseLogprobs: true, logprobs: 3 } }],
  ["generationConfig.audioTimestamp", { generationConfig: { audioTimestamp: true } }],
  ["generationConfig.imageConfig", { generationConfig: { imageConfig: { personGeneration: "ALLOW_ADULT" } } }],
  [
    "generationConfig.responseMimeType",
    {
      generationConfig: {
        responseMimeType: "text/x.enum",
        responseSchema: { type: "STRING", enum: ["Brass", "String"] },
      },
    },
  ],
  ["contents[1].parts[1].executableCode", { contents: HISTORY }],
  ["contents[0].parts[0].videoMetadata", asking(VIDEO)],
  ["contents[0].parts[0].mediaResolution", asking({ ...IMAGE, mediaResolution: CLOSE })],
  ["contents[0].parts[0].mediaResolution", asking({ ...VIDEO, mediaResolution: CLOSE }, IMAGE)],
];

describe.each(ONLY)("%s", (field, more) => {
  const body = { ...HI, ...more };

  test("reaches Google's models as it is", async () => {
    await responsesOf(gateway, body);
    const { tools, ...sent } = more as Event;
    expect(sentBody()).toMatchObject(sent);
    if (tools) expect(sentBody().tools).toEqual(tools[0].url_context ? [{ urlContext: {} }] : tools);
  });

  test.each(["openai/gpt-5-mini", "openai/gpt-oss-120b"])("is a 400 for %s that names it", async (model) => {
    const { status, text } = await ask(gateway, body, { model });
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining(field)]);
    expect(upstream.requests).toEqual([]);
  });

  test("passes over other models", async () => {
    await responsesOf(gateway, { ...body, models: [FLASH] }, { model: "openai/gpt-5-mini" });
    expect(upstream.requests.map(({ path }) => path)).toEqual([expect.stringContaining("gemini-2.5-flash")]);
  });
});

test("Google judges what a part of a video may be", async () => {
  const videoMetadata = { fps: 99, future: true };
  await responsesOf(gateway, asking({ ...VIDEO, videoMetadata }));
  expect(sentBody().contents[0].parts[0].videoMetadata).toEqual(videoMetadata);
});

test("functions and Google's tools are sent together, with the client's mode", async () => {
  const functionDeclarations = [{ name: "look", description: "Looks", parametersJsonSchema: { type: "object" } }];
  const toolConfig = { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true };
  await responsesOf(gateway, { ...HI, tools: [{ functionDeclarations }, { codeExecution: {} }], toolConfig });
  expect(sentBody()).toMatchObject({ tools: [{ functionDeclarations }, { codeExecution: {} }], toolConfig });
});

test("the order of properties stays in a schema for Google, and no one else gets it", async () => {
  const responseSchema = {
    type: "OBJECT",
    properties: { b: { type: "STRING" }, a: { type: "OBJECT", properties: {}, propertyOrdering: [] } },
    propertyOrdering: ["b", "a"],
  };
  const body = { ...HI, generationConfig: { responseMimeType: "application/json", responseSchema } };
  await responsesOf(gateway, body);
  expect(sentBody().generationConfig.responseJsonSchema).toEqual({
    type: "object",
    properties: { b: { type: "string" }, a: { type: "object", properties: {}, propertyOrdering: [] } },
    propertyOrdering: ["b", "a"],
  });
  await responsesOf(gateway, body, { model: "openai/gpt-oss-120b" });
  expect(JSON.stringify(sentBody())).not.toContain("propertyOrdering");
});

test.each([
  ["a function", { functionDeclarations: [{ name: "look" }] }, "functionDeclarations"],
  ["another tool", { urlContext: {} }, "urlContext"],
])("a search is sent to Google together with %s", async (_, tool, name) => {
  await responsesOf(gateway, { ...HI, tools: [{ googleSearch: {} }, tool] });
  expect(sentBody().tools.flatMap(Object.keys).sort()).toEqual([name, "googleSearch"].sort());
});

test("files in the result of a function reach Gemini 3", async () => {
  const inlineData = { mimeType: "image/png", data: "iVBORw0KGgo=" };
  const contents = [
    ...HI.contents,
    { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] },
    {
      role: "user",
      parts: [{ functionResponse: { name: "look", response: { output: "See" }, parts: [{ inlineData }] } }],
    },
  ];
  await responsesOf(gateway, { contents }, { model: "google/gemini-3-flash-preview" });
  expect(sentBody().contents[2].parts[0].functionResponse).toMatchObject({ name: "look", parts: [{ inlineData }] });
});

test("results of functions reach Google in the caller's form, with what guardrails redact", async () => {
  const key = await keyFor(emailRule("redact", { applies_to: "input" }));
  const returned = [{ output: "sunny" }, { result: "dry" }, { found: [EMAIL], of: "12345678901234567890" }];
  const calls = returned.map((_, index) => ({ functionCall: { id: `c${index}`, name: "look", args: {} } }));
  const results = calls.map(({ functionCall: { id, name } }, index) => ({
    functionResponse: { id, name, response: returned[index] },
  }));
  const contents = [...HI.contents, { role: "model", parts: calls }, { role: "user", parts: results }];
  const body = { contents };
  await responsesOf(gateway, body, { key });
  const sent = sentBody().contents[2].parts.map((part: Event) => part.functionResponse.response);
  expect(sent).toEqual([{ output: "sunny" }, { result: "dry" }, { found: ["[EMAIL_1]"], of: "12345678901234567890" }]);
  const { headers } = await ask(gateway, body, { model: "openai/gpt-oss-120b", key });
  expect(headers.get("x-dropped") ?? "").not.toContain("results");
});

test("what a function returns is declared to Google, and its texts are redacted", async () => {
  const key = await keyFor(emailRule("redact", { applies_to: "input" }));
  const own = { behavior: "BLOCKING", response: { type: "OBJECT", description: `Ask ${EMAIL}` } };
  const tools = [{ functionDeclarations: [{ name: "look", ...own }, { name: "other" }] }];
  await responsesOf(gateway, { ...HI, tools }, { key });
  const [look, other] = sentBody().tools[0].functionDeclarations;
  expect(look).toMatchObject({ name: "look", behavior: "BLOCKING", response: { description: "Ask [EMAIL_1]" } });
  expect(other).not.toHaveProperty("behavior");
  const { status, text } = await ask(gateway, { ...HI, tools }, { model: "openai/gpt-5-mini" });
  expect([status, text]).toEqual([400, expect.stringContaining("tools[0].functionDeclarations[0].behavior")]);
});

test("a search keeps Google's settings", async () => {
  const googleSearch = { timeRangeFilter: { startTime: "2026-01-01T00:00:00Z", endTime: "2026-02-01T00:00:00Z" } };
  await responsesOf(gateway, { ...HI, tools: [{ googleSearch }] });
  expect(sentBody().tools).toEqual([{ googleSearch }]);
});

test("newer safety settings, and thoughts without a budget, are passed on", async () => {
  const safetySettings = [{ category: "HARM_CATEGORY_JAILBREAK", threshold: "BLOCK_NONE" }];
  const generationConfig = { thinkingConfig: { includeThoughts: true } };
  await responsesOf(gateway, { ...HI, safetySettings, generationConfig });
  expect(sentBody()).toMatchObject({ safetySettings, generationConfig });
});

test("an image of the model returns to it with its signature", async () => {
  const image = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, thoughtSignature: "c2lnbmVk" };
  const contents = [...HI.contents, { role: "model", parts: [{ text: "Here" }, image] }, ...HI.contents];
  await responsesOf(gateway, { contents });
  expect(sentBody().contents).toEqual(contents);
  await responsesOf(gateway, { contents }, { model: "openai/gpt-oss-120b" });
  expect(JSON.stringify(sentBody())).not.toMatch(/google|iVBOR/);
});

test("an image of the model is reserved as an image, and text in a file of it is redacted", async () => {
  const inline = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } });
  const saidThen = (part: Body) => ({ contents: [...HI.contents, { role: "model", parts: [part] }, ...HI.contents] });
  // As text, it would be reserved at more than the key may spend.
  const { key: poor } = await gateway.newKey({ limit: 0.1 });
  const image = inline("image/png", `iVBORw0KGgo${"A".repeat(4_000_001)}`);
  await responsesOf(gateway, { ...saidThen(image), generationConfig: { maxOutputTokens: 100 } }, { key: poor });
  const file = (text: string) => inline("text/csv", Buffer.from(text).toString("base64"));
  const key = await keyFor(emailRule("redact", { applies_to: "input" }));
  await responsesOf(gateway, saidThen(file(`name,${EMAIL}`)), { key });
  expect(sentBody().contents[1].parts[0]).toEqual(file("name,[EMAIL_1]"));
});

test("guardrails read code, its output and settings of tools", async () => {
  const key = await keyFor(emailRule("redact", { applies_to: "input" }));
  const parts = codeParts(`mail("${EMAIL}")`, `${EMAIL}\n`);
  const contents = [...HI.contents, { role: "model", parts }, ...HI.contents];
  const tools = [{ googleMaps: { note: EMAIL } }];
  await responsesOf(gateway, { contents, tools, labels: { by: EMAIL } }, { key });
  expect(JSON.stringify(sentBody())).not.toContain("ana.silva");
  expect(sentBody().contents[1].parts[1]).toEqual({
    executableCode: { language: "PYTHON", code: 'mail("[EMAIL_1]")' },
    thoughtSignature: "c2lnbmVk",
  });
});

test.each([
  ["code_interpreter", { codeExecution: {} }],
  ["web_fetch", { urlContext: {} }],
  ["web_search", { googleMaps: {} }],
])("a guardrail that excludes %s rejects Google's tool", async (name, tool) => {
  const key = await keyFor({ ignored_tools: [name] });
  const { status, text } = await ask(gateway, { ...HI, tools: [tool] }, { key });
  expect([status, text]).toEqual([403, expect.stringContaining(name)]);
});

test("grounding in maps is marked as unpriced, and is no web search", async () => {
  const groundingMetadata = { groundingChunks: [{ maps: { uri: "https://maps.example/1", title: "Bern" } }] };
  upstream.script({ reply: { events: [responseWith([{ text: "There" }], { groundingMetadata })] } });
  const { headers } = await ask(gateway, { ...HI, tools: [{ googleMaps: {} }] });
  const record = await recordOf(gateway, headers);
  expect(record.unpriced_units).toEqual(["map_requests"]);
});

test("a chat request cannot send Google what is not listed", async () => {
  const message = {
    role: "assistant",
    content: [{ type: "google_part", google_part: { fileData: { fileUri: "x" } } }],
  };
  const body = {
    model: FLASH,
    messages: [{ role: "user", content: "Hi" }, message, { role: "user", content: "Go" }],
    tools: [{ type: "any", google: { fileSearch: {} } }],
    google_options: {
      generationConfig: { maxOutputTokens: 99_999, candidateCount: 8 },
      tools: [{ fileSearch: {} }],
    },
  };
  const { status } = await post(gateway, "chat", body);
  expect(status).toBe(200);
  expect(JSON.stringify(sentBody())).not.toMatch(/fileUri|fileSearch|99999|candidateCount/);
});
