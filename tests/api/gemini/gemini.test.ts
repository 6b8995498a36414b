import { HarmBlockThreshold, HarmCategory } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, eventsIn, recordOf } from "../../pipeline/calling.ts";
import { type Method, poster, saying } from "./post-google.ts";

// Requests in Google's form, which are converted to chat: what `tests/clients/google-genai.test.ts` does not cover.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai", "anthropic", "groq"] });

const post = poster(gateway);

const FLASH = "google/gemini-2.5-flash";

const sentBody = () => upstream.requests.at(-1)?.body as Event;

describe("errors have Google's form", () => {
  test.each([
    ["an unknown key", FLASH, saying("Hi"), { key: "sk-sb-unknown" }, 401, "UNAUTHENTICATED"],
    ["an unknown model", "nobody/nothing", saying("Hi"), {}, 404, "NOT_FOUND"],
    ["no contents", FLASH, {}, {}, 400, "INVALID_ARGUMENT"],
    ["a rejection of the provider", FLASH, saying("fault-400"), {}, 400, "INVALID_ARGUMENT"],
    ["a rate limit of the provider", FLASH, saying("fault-429"), {}, 429, "RESOURCE_EXHAUSTED"],
  ])("%s", async (_, model, body, options, status, word) => {
    const { reply, ...response } = await post(model, "generateContent", body, options);
    expect(response.status).toBe(status);
    expect(reply.error).toMatchObject({ code: status, status: word, message: expect.any(String) });
  });

  test("in a stream that breaks off, at its end", async () => {
    const { text, headers } = await post(FLASH, "streamGenerateContent", saying("fault-cut-5 fault-words-20"));
    const last = eventsIn(text).at(-1);
    expect(last).toEqual({ error: { code: 502, status: "UNAVAILABLE", message: expect.any(String) } });
    expect(text.endsWith(`\n\n${JSON.stringify(last)}\n`), "clients that read only bare JSON").toBe(true);
    expect(text).not.toContain("finishReason");
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 502, finish_reason: "error" });
  });
});

describe("the gateway's own fields are validated", () => {
  test.each<[Method, Body]>([
    ["generateContent", { provider: { only: [1] } }],
    ["streamGenerateContent", { provider: "openai" }],
    ["generateContent", { plugins: "web" }],
    ["generateContent", { models: 5 }],
    ["generateContent", { preset: 5 }],
    ["generateContent", { cache: { ttl: "1h" } }],
    ["generateContent", { user: 5 }],
    ["countTokens", { provider: { only: [1] } }],
    ["countTokens", { generateContentRequest: { ...saying("Hi"), provider: { only: [1] } } }],
  ])("%s with %j is a 400", async (method, fields) => {
    const { status, text } = await post(FLASH, method, { ...saying("Hi"), ...fields });
    expect([status, JSON.parse(text).error.status]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(text).toContain(Object.keys(fields)[0]);
  });
});

describe("what cannot be carried is a 400 that names it", () => {
  test.each<[string, Body]>([
    ["future_field", { future_field: 1 }],
    ["generationConfig.speechConfig", { generationConfig: { speechConfig: {} } }],
    [
      "generationConfig.responseSchema",
      { generationConfig: { responseMimeType: "application/json", responseSchema: "{}" } },
    ],
    ["generationConfig.responseModalities", { generationConfig: { responseModalities: ["TEXT", "AUDIO"] } }],
    ["generationConfig.routingConfig", { generationConfig: { routingConfig: { manualMode: {} } } }],
    [
      "generationConfig.modelConfig",
      { generationConfig: { model_config: { featureSelectionPreference: "BALANCED" } } },
    ],
    [
      "toolConfig.functionCallingConfig.streamFunctionCallArguments",
      { toolConfig: { functionCallingConfig: { streamFunctionCallArguments: "yes" } } },
    ],
    ["toolConfig.future", { toolConfig: { future: 1 } }],
    ["contents[0].parts[0].executableCode", { contents: [{ parts: [{ executableCode: { code: "1" } }] }] }],
    ["contents[0].parts[0].videoMetadata", { contents: [{ parts: [{ text: "Hi", videoMetadata: { fps: 1 } }] }] }],
    [
      "contents[0].parts[0].fileData.fileUri",
      {
        contents: [{ parts: [{ fileData: { fileUri: "gs://bucket/file" } }] }],
      },
    ],
  ])("%s", async (field, more) => {
    const { status, reply } = await post(FLASH, "generateContent", { ...saying("Hi"), ...more });
    expect([status, reply.error.message]).toEqual([400, expect.stringContaining(`${field}: `)]);
    expect(upstream.requests).toEqual([]);
  });
});

test("what chooses the model at Google is rejected with what to do instead", async () => {
  const generationConfig = { routingConfig: { autoMode: { modelRoutingPreference: "BALANCED" } } };
  const { reply } = await post(FLASH, "generateContent", { ...saying("Hi"), generationConfig });
  expect(reply.error.message).toContain("name the model in the path");
});

test("settings reach Google's models as they were sent", async () => {
  const safetySettings = [
    { category: HarmCategory.HARM_CATEGORY_HARASSMENT, threshold: HarmBlockThreshold.BLOCK_NONE },
  ];
  const generationConfig = {
    temperature: 0.5,
    topP: 0.9,
    topK: 20,
    maxOutputTokens: 77,
    stopSequences: ["HALT"],
    seed: 7,
    thinkingConfig: { thinkingBudget: 512, includeThoughts: true },
    responseMimeType: "application/json",
    responseSchema: { type: "OBJECT", properties: { city: { type: "STRING", nullable: true } }, required: ["city"] },
  };
  const { status, text } = await post(FLASH, "generateContent", { ...saying("Hi"), safetySettings, generationConfig });
  expect(status, text).toBe(200);
  expect(sentBody()).toMatchObject({ safetySettings });
  const { responseMimeType, responseSchema: _, ...sampling } = generationConfig;
  expect(sentBody().generationConfig).toMatchObject({ responseMimeType, ...sampling });
});

test("what only Google has is noted where another provider serves the request", async () => {
  const safetySettings = [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }];
  for (const model of ["openai/gpt-4o-mini", "openai/gpt-oss-120b", "anthropic/claude-sonnet-4.5"]) {
    const { status, reply, headers } = await post(model, "generateContent", { ...saying("Hi"), safetySettings });
    expect(status).toBe(200);
    expect(JSON.stringify(sentBody())).not.toContain("HARM_CATEGORY");
    expect(headers.get("x-dropped")).toBe("safetySettings");
    expect(reply.service_metadata.conversion).toContain("safetySettings: dropped");
  }
});

test.each(["user", "function", "tool"])(
  "calls without ids match results of the role %s by name and order",
  async (role) => {
    const look = (at: string) => ({ functionCall: { name: "look", args: { at } } });
    const saw = (output: string) => ({ functionResponse: { name: "look", response: { output } } });
    const contents = [
      ...saying("Look").contents,
      { role: "model", parts: [look("a"), look("b")] },
      { role, parts: [saw("one"), saw("two")] },
    ];
    const tools = [{ functionDeclarations: [{ name: "look" }] }];
    expect((await post("openai/gpt-oss-120b", "generateContent", { contents, tools })).status).toBe(200);
    const [, { tool_calls: calls }, first, second] = sentBody().messages;
    expect(calls.map((call: Event) => call.function.arguments)).toEqual(['{"at":"a"}', '{"at":"b"}']);
    expect([first.tool_call_id, second.tool_call_id]).toEqual(calls.map((call: Event) => call.id));
    expect([first.content, second.content]).toEqual(["one", "two"]);
  },
);

test("the role assistant is a model's", async () => {
  const turn = { role: "assistant", parts: [{ text: "Sunny." }] };
  const contents = [...saying("Look").contents, turn, ...saying("And?").contents];
  expect((await post("openai/gpt-oss-120b", "generateContent", { contents })).status).toBe(200);
  expect(sentBody().messages.map(({ role }: Event) => role)).toEqual(["user", "assistant", "user"]);
  expect((await post(FLASH, "generateContent", { contents })).status).toBe(200);
  expect(sentBody().contents.map(({ role }: Event) => role)).toEqual(["user", "model", "user"]);
});

describe("guardrails read every text", () => {
  const EMAIL = "ana.silva@example.com";
  const keyUnder = async (rule: Body) => {
    const { body } = await gateway.call("POST", "/guardrails", { name: `g ${Math.random()}`, ...rule });
    const { key, hash } = await gateway.newKey();
    await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
    return key;
  };

  test("of a request, in any part", async () => {
    const key = await keyUnder({ content_filter_builtins: [{ slug: "email", action: "redact" }] });
    const body = {
      systemInstruction: { parts: [{ text: `Ask ${EMAIL}` }] },
      contents: [
        ...saying(`Write to ${EMAIL}`).contents,
        { role: "model", parts: [{ functionCall: { name: "look", args: { at: EMAIL } } }] },
        { role: "user", parts: [{ functionResponse: { name: "look", response: { found: [EMAIL] } } }] },
      ],
      tools: [{ functionDeclarations: [{ name: "look", description: `Finds ${EMAIL}` }] }],
    };
    expect((await post(FLASH, "generateContent", body, { key })).status).toBe(200);
    expect(JSON.stringify(sentBody())).not.toContain(EMAIL);
    expect(JSON.stringify(sentBody())).toContain("[EMAIL_1]");
  });

  test.each([false, true])("of a response, which it blocks (stream %s)", async (stream) => {
    const key = await keyUnder({ content_filter_builtins: [{ slug: "email", action: "block" }] });
    upstream.script({ answer: { text: `So you may write to ${EMAIL} if you can.` } });
    const { status, text } = await post(FLASH, stream ? "streamGenerateContent" : "generateContent", saying("Hi"), {
      key,
    });
    expect(text).not.toContain(EMAIL);
    const error = stream && status === 200 ? eventsIn(text).at(-1).error : JSON.parse(text).error;
    expect(error).toMatchObject({ code: 403, status: "PERMISSION_DENIED" });
  });
});

test("a request is recorded, charged and limited as any other", async () => {
  const { headers, reply } = await post(FLASH, "generateContent", saying("Hi"));
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({
    status: 200,
    api_type: "completions",
    requested_model: FLASH,
    provider_name: "google",
    tokens_prompt: reply.usageMetadata.promptTokenCount,
    usage_estimated: false,
  });
  expect(record.cost_nano_usd).toBeGreaterThan(0);
  const { key } = await gateway.newKey({ limit: 0 });
  const refused = await post(FLASH, "generateContent", saying("Hi"), { key });
  expect([refused.status, refused.reply.error.status]).toEqual([402, "FAILED_PRECONDITION"]);
  const rejected = await recordOf(gateway, refused.headers);
  expect(rejected).toMatchObject({ status: 402, requested_model: FLASH });
});

describe("countContentTokens counts tokens", () => {
  test("at Google, with the instruction and the tools", async () => {
    const { status, reply } = await post(FLASH, "countTokens", {
      generateContentRequest: { ...saying("Hello there"), systemInstruction: { parts: [{ text: "Be brief." }] } },
    });
    expect([status, reply]).toEqual([200, { totalTokens: 5 }]);
    expect(upstream.requests[0]?.path).toContain(":countTokens");
  });
});
