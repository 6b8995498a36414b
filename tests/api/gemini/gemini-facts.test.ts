import { GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  BLOCKED_PROMPT,
  codeParts,
  DETAILED_USAGE,
  facts,
  responseWith,
} from "#tests/support/upstream/gemini/events.ts";
import { post, saying } from "../../pipeline/calling.ts";
import { asking, FLASH, partsIn, responsesOf } from "./asking.ts";

// What Google says alongside the text reaches callers in Google's form as Google said it.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"] });

const TEXT = "Bern is the capital.";
const HI = asking({ text: "Hi" });

describe.each([false, true])("a response of Google (stream %s)", (stream) => {
  test("has grounding, citations, ratings and probabilities whole", async () => {
    upstream.script({ reply: { events: [responseWith([{ text: TEXT }], facts(TEXT))] } });
    const responses = await responsesOf(gateway, HI, { stream });
    const { content: _, index: __, finishReason, ...said } = responses.at(-1).candidates[0];
    expect([finishReason, said]).toEqual(["STOP", facts(TEXT)]);
  });

  test("has the last grounding of several and all probabilities", async () => {
    const logprobs = (token: string) => ({ logprobsResult: { chosenCandidates: [{ token }] } });
    const first = responseWith([{ text: "Bern is " }], { finishReason: null, groundingMetadata: {}, ...logprobs("a") });
    const last = responseWith([{ text: "the capital." }], { ...facts(TEXT), ...logprobs("b") });
    const empty = responseWith([{ text: "" }], { groundingMetadata: { webSearchQueries: [] } });
    upstream.script({ reply: { events: [first, last, empty] } });
    const [candidate] = (await responsesOf(gateway, HI, { stream })).at(-1).candidates;
    expect(candidate.groundingMetadata).toEqual(facts(TEXT).groundingMetadata);
    expect(candidate.logprobsResult.chosenCandidates).toEqual([{ token: "a" }, { token: "b" }]);
  });

  test("has Google's usage with its details", async () => {
    upstream.script({ reply: { events: [{ ...responseWith([{ text: TEXT }]), usageMetadata: DETAILED_USAGE }] } });
    expect((await responsesOf(gateway, HI, { stream })).at(-1).usageMetadata).toEqual(DETAILED_USAGE);
  });

  test.each(["RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "LANGUAGE", "FUTURE_REASON"])(
    "says that it ended with %s, and why",
    async (finishReason) => {
      upstream.script({
        reply: { events: [responseWith([{ text: "It was" }], { finishReason, finishMessage: "Because" })] },
      });
      const [candidate] = (await responsesOf(gateway, HI, { stream })).at(-1).candidates;
      expect(candidate).toMatchObject({ finishReason, finishMessage: "Because" });
    },
  );

  test("to a blocked prompt has the reason and no candidate", async () => {
    upstream.script({ reply: { events: [BLOCKED_PROMPT] } });
    const responses = await responsesOf(gateway, HI, { stream });
    expect(responses).toHaveLength(1);
    expect(responses[0]).toMatchObject(BLOCKED_PROMPT);
    expect(responses[0]).not.toHaveProperty("candidates");
  });

  test("has code that Google ran and its output in their place", async () => {
    upstream.script({ reply: { events: [responseWith(codeParts("print(1)", "1\n"))] } });
    const body = { ...HI, provider: { only: ["google"] } };
    expect(partsIn(await responsesOf(gateway, body, { stream })).filter(({ text }) => text !== "")).toEqual(
      codeParts("print(1)", "1\n"),
    );
  });

  test("has sounds, signed images and parts of unknown kinds", async () => {
    const parts = [
      { inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data: "AAAA" } },
      { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, thoughtSignature: "c2lnbmVk" },
      { futurePart: { new: true } },
    ];
    upstream.script({ reply: { events: parts.map((part) => responseWith([part])) } });
    expect(partsIn(await responsesOf(gateway, HI, { stream }))).toEqual(parts);
  });

  test("has a text and its signature in one part", async () => {
    const part = { text: TEXT, thoughtSignature: "c2lnbmVk" };
    upstream.script({ reply: { events: [responseWith([part])] } });
    expect(partsIn(await responsesOf(gateway, HI, { stream }))).toEqual([part]);
  });

  test("repeats itself from the response cache, and callers of chat see none of it", async () => {
    const parts = codeParts("print(2)", "2\n");
    upstream.script({ times: 1, reply: { events: [responseWith(parts, facts(TEXT))] } });
    const body = { ...asking({ text: `Cached ${stream}` }), cache: { ttl: 60 } };
    const first = await responsesOf(gateway, body, { stream });
    const again = await responsesOf(gateway, body, { stream: !stream });
    for (const responses of [first, again]) {
      expect(
        partsIn(responses)
          .filter(({ text }) => text !== "")
          .slice(1, 3),
      ).toEqual(parts.slice(1, 3));
      expect(responses.at(-1).candidates[0].groundingMetadata).toEqual(facts(TEXT).groundingMetadata);
    }
    upstream.script({ reply: { events: [responseWith([{ text: TEXT }], facts(TEXT))] } });
    const sent = { cache: { ttl: 60 }, stream };
    const chat = await post(gateway, "chat", saying("chat", FLASH, `Cached ${stream}`, sent));
    expect([chat.status, chat.headers.get("x-cache")]).toEqual([200, "miss"]);
    expect(chat.text).not.toMatch(/google_parts|"google"|grounding|webSearchQueries/);
  });
});

test.each([false, true])("the facts are those of the step that answers (stream %s)", async (stream) => {
  const call = { functionCall: { name: "web_fetch", args: { url: "http://10.0.0.1/" } } };
  const first = responseWith([call], { finishMessage: "Model generated function call(s)." });
  upstream.script({ times: 1, reply: { events: [first] } });
  upstream.script({ reply: { events: [responseWith([{ text: TEXT }], facts(TEXT))] } });
  const responses = await responsesOf(gateway, { ...HI, plugins: [{ id: "web-fetch" }] }, { stream });
  const { content: _, index: __, finishReason, ...said } = responses.at(-1).candidates[0];
  expect([finishReason, said]).toEqual(["STOP", facts(TEXT)]);
  // The sum of both steps.
  expect(responses.at(-1).usageMetadata.totalTokenCount).toBe(22);
});

test("the published client shows grounding, code and its output", async () => {
  upstream.script({ reply: { events: [responseWith(codeParts("print(1)", "1\n"), facts(TEXT))] } });
  const client = new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
  const response = await client.models.generateContent({ model: FLASH, contents: "Hi" });
  expect([response.executableCode, response.codeExecutionResult]).toEqual(["print(1)", "1\n"]);
  expect(response.text).toBe("Let me run it.It is done.");
  expect(response.candidates?.[0]?.groundingMetadata?.webSearchQueries).toEqual(["a query"]);
});
