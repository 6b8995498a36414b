import { GoogleGenAI, Modality } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { toneOf } from "#tests/support/wav.ts";
import { type Event, eventsIn, recordOf, until } from "../../pipeline/calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../../pipeline/guard/guarding.ts";
import { ask, asking, FLASH, partsIn, responsesOf } from "./asking.ts";

// Speech in Google's form reaches Google's models as it was sent, and what they return reaches the caller.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });
const keyFor = guardedKeys(gateway);

const TTS = "google/gemini-2.5-flash-preview-tts";
const TEXT = "Say cheerfully: Good morning";
const SOUND = toneOf(TEXT.length * 0.05);
const voiceOf = (voiceName: string) => ({ voiceConfig: { prebuiltVoiceConfig: { voiceName } } });
const config = (more: Body = {}) => ({
  generationConfig: { responseModalities: ["AUDIO"], speechConfig: voiceOf("Kore"), ...more },
});
const speaking = (text = TEXT, more: Body = {}) => ({ ...asking({ text }), ...config(more) });
const sentBody = () => upstream.requests.at(-1)?.body as Event;
const soundIn = (responses: Event[]) =>
  Buffer.concat(partsIn(responses).map(({ inlineData }: Event) => Buffer.from(inlineData.data, "base64")));

describe.each([false, true])("speech (stream %s)", (stream) => {
  test("is what Google returns, and is charged as Google bills it", async () => {
    const { status, headers, text } = await ask(gateway, speaking(), { model: TTS, stream });
    expect(status, text).toBe(200);
    const responses: Event[] = stream ? eventsIn(text) : [JSON.parse(text)];
    expect(soundIn(responses).equals(SOUND)).toBe(true);
    expect(partsIn(responses)[0]).toMatchObject({ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000" } });
    const last = responses.at(-1);
    expect(last).toMatchObject({
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 35 },
      modelVersion: TTS,
      responseId: headers.get("x-generation-id"),
    });
    expect(upstream.requests.at(-1)?.path).toMatch(stream ? /:streamGenerateContent$/ : /:generateContent$/);
    expect(sentBody()).toEqual(speaking());
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      api_type: "tts",
      requested_model: TTS,
      streamed: stream,
      usage_units: { input_tokens: 7, output_audio_tokens: 35 },
      usage_estimated: false,
      cost_nano_usd: 7 * 500 + 35 * 10_000,
    });
    expect(record.cost_proof.holds).toBe(true);
  });

  test("of several speakers, with styles and all settings, is sent as it is", async () => {
    const speakerVoiceConfigs = [
      { speaker: "Joe", ...voiceOf("Kore") },
      { speaker: "Jane", ...voiceOf("Puck") },
    ];
    const body = {
      contents: [
        {
          role: "user",
          parts: [
            { text: "Hello.", speechMetadata: { speaker: "Joe", style: "excited" } },
            { text: "Hi.", speechMetadata: { speaker: "Jane" } },
          ],
        },
      ],
      systemInstruction: { role: "user", parts: [{ text: "Speak slowly." }] },
      ...config({
        speechConfig: { multiSpeakerVoiceConfig: { speakerVoiceConfigs }, languageCode: "en-US" },
        temperature: 0.4,
        seed: 7,
      }),
      safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
    };
    await responsesOf(gateway, body, { model: TTS, stream });
    expect(sentBody()).toEqual(body);
  });

  test("is limited by the budget before it is sent", async () => {
    const { key } = await gateway.newKey({ limit: 0.0001 });
    const { status, text } = await ask(gateway, speaking(), { model: TTS, stream, key });
    expect([status, JSON.parse(text).error.status]).toEqual([402, "FAILED_PRECONDITION"]);
    expect(upstream.requests).toEqual([]);
  });

  test("does not say what a guardrail redacts, in any text", async () => {
    const key = await keyFor(emailRule("redact", { applies_to: "input" }));
    const speechMetadata = { speaker: EMAIL, style: `as ${EMAIL}` };
    const body = {
      contents: [{ parts: [{ text: `Write to ${EMAIL}`, speechMetadata }] }],
      system_instruction: { parts: [{ text: `You are ${EMAIL}` }] },
      generation_config: {
        response_modalities: ["AUDIO"],
        speech_config: { multi_speaker_voice_config: { speaker_voice_configs: [{ speaker: EMAIL }] } },
      },
      labels: { by: EMAIL },
    };
    await responsesOf(gateway, body, { model: TTS, stream, key });
    expect(JSON.stringify(sentBody())).not.toContain("ana.silva");
    expect(sentBody().contents[0].parts[0].text).toBe("Write to [EMAIL_1]");
    const blocking = await keyFor(emailRule("block"));
    const { status } = await ask(gateway, speaking(EMAIL), { model: TTS, stream, key: blocking });
    expect(status).toBe(403);
  });

  test("of a prompt that Google blocks is Google's reason", async () => {
    const blocked = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 5 } };
    upstream.script({ reply: stream ? { events: [blocked] } : { body: JSON.stringify(blocked) } });
    const responses = await responsesOf(gateway, speaking(), { model: TTS, stream });
    expect(responses).toMatchObject([blocked]);
  });

  test("without any sound is tried again at the next model", async () => {
    const silent = { candidates: [{ content: { parts: [] }, finishReason: "OTHER" }] };
    upstream.script({ times: 1, reply: stream ? { events: [silent] } : { body: JSON.stringify(silent) } });
    const body = { ...speaking(), models: ["google/gemini-2.5-pro-preview-tts"] };
    const responses = await responsesOf(gateway, body, { model: TTS, stream });
    expect(soundIn(responses).equals(SOUND)).toBe(true);
    expect(responses.at(-1).modelVersion).toBe("google/gemini-2.5-pro-preview-tts");
  });

  test("never comes with a text, which no guardrail has read", async () => {
    const inlineData = { mimeType: "audio/L16;codec=pcm;rate=24000", data: "AAAA" };
    const reply = { candidates: [{ content: { parts: [{ text: EMAIL }, { inlineData }] }, finishReason: "STOP" }] };
    upstream.script({ reply: stream ? { events: [reply] } : { body: JSON.stringify(reply) } });
    const { headers, text } = await ask(gateway, speaking(), { model: TTS, stream });
    expect(text).not.toContain(EMAIL);
    const record = await recordOf(gateway, headers);
    expect(record.notes).toContain("response (text): dropped");
    // The provider counted nothing.
    expect(record).toMatchObject({ usage_estimated: true, unpriced_units: [] });
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  });
});

test("a stream that breaks off ends with an error, and what arrived is charged", async () => {
  const text = `fault-cut-2 ${"word ".repeat(40)}`;
  const { headers, text: sent } = await ask(gateway, speaking(text), { model: TTS, stream: true });
  const last = eventsIn(sent).at(-1);
  expect(last).toEqual({ error: { code: 502, status: "UNAVAILABLE", message: expect.any(String) } });
  expect(sent.endsWith(`\n\n${JSON.stringify(last)}\n`), "clients that read only bare JSON").toBe(true);
  expect(sent).not.toContain("finishReason");
  await until(async () => (await recordOf(gateway, headers)).status === 502, "a record of the failure");
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBeGreaterThan(0);
});

describe("what cannot be served is a 400 that names the field", () => {
  test.each<[string, Body, string]>([
    ["generationConfig.responseModalities", speaking(), "openai/tts-1"],
    ["model: google/gemini-2.5-flash makes text", speaking(), FLASH],
    ["makes speech", asking({ text: "Hi" }), TTS],
    ["generationConfig.candidateCount", speaking(TEXT, { candidateCount: 2 }), TTS],
    ["generationConfig.responseSchema", speaking(TEXT, { responseSchema: {} }), TTS],
    ["tools", { ...speaking(), tools: [{ googleSearch: {} }] }, TTS],
    ["cachedContent", { ...speaking(), cachedContent: "cachedContents/a" }, TTS],
    [
      "contents[0].parts[0].fileData",
      { ...speaking(), ...asking({ fileData: { fileUri: "https://a.example/" } }) },
      TTS,
    ],
    ["contents", { ...speaking(), contents: [] }, TTS],
  ])("%s", async (field, body, model) => {
    const { status, text } = await ask(gateway, body, { model });
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining(field)]);
    expect(upstream.requests).toEqual([]);
  });
});

test("a sample of a voice is reserved as sound, and is no text to a guardrail", async () => {
  const sample = Buffer.alloc(300_000).toString("base64");
  const replicatedVoiceConfig = { mimeType: "audio/wav", voiceSampleAudio: sample };
  const body = speaking(TEXT, { speechConfig: { voiceConfig: { replicatedVoiceConfig } } });
  const key = await keyFor(emailRule("block"));
  const { status, headers, text } = await ask(gateway, body, { model: TTS, key });
  expect(status, text).toBe(200);
  expect(sentBody().generationConfig.speechConfig.voiceConfig.replicatedVoiceConfig).toEqual(replicatedVoiceConfig);
  expect(JSON.stringify(await recordOf(gateway, headers))).toContain("voiceSampleAudio (audio)");
});

test("the published client speaks", async () => {
  const client = new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
  const request = {
    model: TTS,
    contents: TEXT,
    config: { responseModalities: [Modality.AUDIO], speechConfig: voiceOf("Kore") },
  };
  const { data } = await client.models.generateContent(request);
  expect(Buffer.from(data ?? "", "base64").equals(SOUND)).toBe(true);
  const pieces: string[] = [];
  for await (const { data: piece } of await client.models.generateContentStream(request)) pieces.push(piece ?? "");
  expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64"))).equals(SOUND)).toBe(true);
});
