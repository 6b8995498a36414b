import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Event } from "../../pipeline/calling.ts";
import { asking, FLASH, partsIn, responsesOf } from "./asking.ts";

// Content in Google's form that is more than text, and the ends of responses.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai", "anthropic", "groq"] });

const OTHERS = [FLASH, "anthropic/claude-sonnet-4.5", "openai/gpt-5-mini", "openai/gpt-oss-120b"];
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const sentBody = () => upstream.requests.at(-1)?.body as Event;

const responsesTo = (model: string, body: Body, stream: boolean) => responsesOf(gateway, body, { model, stream });
const finishIn = (responses: Event[]) => responses.flatMap(({ candidates }) => candidates?.[0]?.finishReason ?? []);

describe("other spellings that Google accepts", () => {
  test.each(["thinkingConfig", "thinking_config"])("thoughts are shown for %s in snake case", async (name) => {
    const parts = [{ text: "Hm.", thought: true }, { text: "Sunny." }];
    const reply = { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }] };
    upstream.script({ times: 1, reply: { events: [`data: ${JSON.stringify(reply)}\n\n`] } });
    const body = { ...asking({ text: "Look" }), generation_config: { [name]: { include_thoughts: true } } };
    const responses = await responsesTo(FLASH, body, false);
    expect(sentBody().generationConfig.thinkingConfig).toEqual({ includeThoughts: true });
    expect(partsIn(responses)).toMatchObject(parts);
  });
});

describe("files reach the model", () => {
  test.each<[string, Body, RegExp]>([
    ["an image", { inlineData: { mimeType: "image/png", data: PIXEL } }, /"mimeType":"image\/png","data":"iVBOR/],
    [
      "a document",
      { inline_data: { mime_type: "application/pdf", data: "JVBERi0xLjQ=" } },
      /"application\/pdf","data":"JVBER/,
    ],
    ["a sound", { inlineData: { mimeType: "audio/wav", data: "UklGRg==" } }, /"audio\/wav","data":"UklGRg==/],
    ["a sound in MP3", { inlineData: { mimeType: "audio/mp3", data: "SUQz" } }, /"audio\/mpeg","data":"SUQz/],
    ["a video", { inlineData: { mimeType: "video/mp4", data: "AAAA" } }, /"video\/mp4","data":"AAAA/],
    [
      "a video at YouTube",
      { fileData: { fileUri: "https://www.youtube.com/watch?v=1" } },
      /"fileUri":"https:\/\/www.youtube.com\/watch\?v=1"/,
    ],
    [
      "a video at YouTube's address for phones",
      { fileData: { fileUri: "https://m.youtube.com/watch?v=1", mimeType: "video/mp4" } },
      /"fileUri":"https:\/\/m.youtube.com\/watch\?v=1"/,
    ],
  ])("%s", async (_, part, sent) => {
    await responsesTo(FLASH, asking({ text: "Look" }, part), false);
    expect(JSON.stringify(sentBody())).toMatch(sent);
  });

  test("a private URL is a 400", async () => {
    const response = await fetch(`${gateway.url}/v1beta/models/${FLASH}:generateContent`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
      body: JSON.stringify(asking({ fileData: { mimeType: "image/png", fileUri: "http://10.0.0.1/a.png" } })),
    });
    expect([response.status, (await response.json()).error.status]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(upstream.requests).toEqual([]);
  });
});

describe.each([false, true])("a response (stream %s)", (stream) => {
  test("has images as bytes", async () => {
    const image = { inlineData: { mimeType: "image/png", data: PIXEL } };
    const candidates = [
      { content: { role: "model", parts: [{ text: "Here" }, image] }, finishReason: "STOP", index: 0 },
    ];
    const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 };
    upstream.script({ reply: { events: [{ candidates, usageMetadata }] } });
    const body = { ...asking({ text: "Draw" }), generationConfig: { responseModalities: ["TEXT", "IMAGE"] } };
    const responses = await responsesTo(FLASH, body, stream);
    expect(partsIn(responses)).toEqual([{ text: "Here" }, image]);
    expect(sentBody().generationConfig).toMatchObject({ responseModalities: ["TEXT", "IMAGE"] });
  });

  test.each(OTHERS.slice(0, 2))("of %s has the pages that it cites as grounding", async (model) => {
    const body = { ...asking({ text: "search for water" }), tools: [{ googleSearch: {} }] };
    const responses = await responsesTo(model, body, stream);
    const grounding = responses.flatMap(({ candidates }) => candidates[0].groundingMetadata?.groundingChunks ?? []);
    expect(grounding).toMatchObject([{ web: { uri: expect.stringMatching(/^https:/), title: expect.any(String) } }]);
  });

  test.each(OTHERS)("of %s says why it ended, once", async (model) => {
    for (const [finish, word] of [
      ["stop", "STOP"],
      ["length", "MAX_TOKENS"],
      ["filter", "SAFETY"],
    ] as const) {
      upstream.script({ times: 1, answer: { finish } });
      expect(finishIn(await responsesTo(model, asking({ text: "Hi" }), stream))).toEqual([word]);
    }
  });

  test.each(OTHERS)("of %s has whole calls, with usage at the end", async (model) => {
    upstream.script({
      answer: { text: "", toolCalls: [{ name: "look", arguments: { at: "Bern", deep: [1] } }], finish: "tool" },
    });
    const body = { ...asking({ text: "Look" }), tools: [{ functionDeclarations: [{ name: "look" }] }] };
    const responses = await responsesTo(model, body, stream);
    const calls = partsIn(responses).filter((part) => part.functionCall);
    expect(calls).toMatchObject([{ functionCall: { name: "look", args: { at: "Bern", deep: [1] } } }]);
    const { usageMetadata: usage, modelVersion, responseId } = responses.at(-1);
    expect(usage.totalTokenCount).toBe(usage.promptTokenCount + usage.candidatesTokenCount);
    expect([modelVersion, responseId]).toEqual([model, expect.any(String)]);
  });

  test("leaves out a call whose arguments the limit cut off", async () => {
    const chunk = (delta: Body, finish_reason: string | null) => ({
      id: "c",
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    });
    const call = { index: 0, id: "c1", type: "function", function: { name: "look", arguments: '{"at":"Be' } };
    upstream.script({
      reply: {
        events: [
          chunk({ role: "assistant", content: "Hm", tool_calls: [call] }, null),
          chunk({}, "length"),
          { id: "c", model: "m", choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
          "data: [DONE]\n\n",
        ],
      },
    });
    const body = { ...asking({ text: "Look" }), tools: [{ functionDeclarations: [{ name: "look" }] }] };
    const responses = await responsesTo("openai/gpt-oss-120b", body, stream);
    expect(partsIn(responses)).toEqual([{ text: "Hm" }]);
    expect(finishIn(responses)).toEqual(["MAX_TOKENS"]);
  });
});

test("a provider in the request is respected, and the gateway's tools run", async () => {
  const body = {
    ...asking({ text: "Hi" }),
    provider: { only: ["groq"] },
    plugins: [],
    session_id: "s-1",
  };
  const [response] = await responsesTo("openai/gpt-oss-120b", body, false);
  expect(response.provider ?? "Groq").toBe("Groq");
  expect(upstream.requests[0]?.path).toContain("/groq/");
  expect(sentBody()).not.toHaveProperty("provider");
});
