import { describe, expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Form, UploadedFile } from "#tests/support/upstream/multipart.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { type Failure, isRetried, triedProviders, WHOLE_FAILURES } from "../whole-failures.ts";
import { transcribe, transcribeForm } from "./transcribing.ts";

const SOUND = wavOf(toneOf(1.5));
const WHISPER = "openai/whisper-1";
const TOKENS = "openai/gpt-4o-transcribe";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "groq"],
  env: { IDLE_TIMEOUT_MS: "1000", LAST_FIRST_CONTENT_TIMEOUT_MS: "1500" },
});

const json = (body: object = {}, options?: Parameters<typeof transcribe>[3]) =>
  transcribe(gateway, SOUND, body, options);
const form = (fields: Parameters<typeof transcribeForm>[2] = {}, options?: Parameters<typeof transcribeForm>[3]) =>
  transcribeForm(gateway, SOUND, fields, options);
const sent = (at = 0) => upstream.requests[at]?.body as Form;
const fileSent = () => sent().file as UploadedFile;

describe("requests", () => {
  test.each<[string, () => Promise<ApiResult>]>([
    ["JSON", () => json()],
    ["a form", () => form()],
  ])("a file in %s reaches the upstream byte for byte", async (_, call) => {
    const { status, body, headers } = await call();
    expect(status).toBe(200);
    expect(fileSent()).toMatchObject({ filename: "sound.wav", contentType: "audio/wav" });
    expect(fileSent().bytes.equals(SOUND)).toBe(true);
    expect(sent()).toMatchObject({ model: "whisper-1", response_format: "json" });
    expect(body.text).toBe(`You sent sound.wav of ${SOUND.length} bytes.`);
    expect(headers.get("x-generation-id")).toMatch(/^gen-/);
  });

  test("every upstream field is sent, and no gateway field", async () => {
    const mine = { language: "en", temperature: 0.2, prompt: "Names: Ana", include: ["logprobs"] };
    const ours = { session_id: "s1", user: "u1", trace: { trace_id: "t" } };
    const provider = {
      options: { openai: { chunking_strategy: "auto", model: "other", file: "other" }, groq: { extra: 2 } },
    };
    const { headers } = await json({ ...mine, ...ours, provider });
    const { file: _, ...fields } = sent();
    expect(fields).toEqual({
      model: "whisper-1",
      response_format: "json",
      language: "en",
      temperature: "0.2",
      prompt: "Names: Ana",
      "include[]": "logprobs",
      chunking_strategy: "auto",
    });
    expect(await recordOf(gateway, headers)).toMatchObject({ session_id: "s1", external_user: "u1", api_type: "stt" });
  });

  test("a form accepts the same fields under OpenAI's names", async () => {
    const { status, headers } = await form({
      language: "de",
      temperature: "0.5",
      response_format: "verbose_json",
      prompt: "Ana",
      session_id: "s2",
      user: "u2",
      trace: '{"trace_id":"t"}',
      "timestamp_granularities[]": ["word", "segment"],
    });
    expect(status).toBe(200);
    const { file: _, ...fields } = sent();
    expect(fields).toEqual({
      model: "whisper-1",
      response_format: "verbose_json",
      language: "de",
      temperature: "0.5",
      prompt: "Ana",
      "timestamp_granularities[]": "word,segment",
    });
    expect(await recordOf(gateway, headers)).toMatchObject({ session_id: "s2", external_user: "u2" });
  });

  test("fields that a form's user left empty are as if they were not there", async () => {
    const { status, body } = await form({
      language: "",
      prompt: " ",
      temperature: "",
      response_format: "",
      stream: "",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const { file: _, ...fields } = sent();
    expect(Object.values(fields)).not.toContain("");
  });

  test.each([
    ["talk.MP3", "mp3", "audio/mpeg"],
    ["a.b.m4a", "m4a", "audio/mp4"],
    ["talk.webm", "webm", "audio/webm"],
  ])("a form's file %s is sent as %s", async (filename, format, type) => {
    await form({}, { filename });
    expect(fileSent()).toMatchObject({ filename: `sound.${format}`, contentType: type });
  });

  test("a WAV header is added to bare PCM", async () => {
    const pcm = toneOf(0.5);
    const { body } = await transcribe(gateway, pcm, {
      input_audio: { data: pcm.toString("base64"), format: "pcm" },
    });
    expect(body.usage.seconds).toBe(1);
    expect(fileSent()).toMatchObject({ filename: "sound.wav", contentType: "audio/wav" });
    expect(fileSent().bytes.equals(wavOf(pcm))).toBe(true);
  });

  const data = SOUND.toString("base64");
  const wrong: [string, object, RegExp][] = [
    ["no sound", { input_audio: undefined }, /input_audio/],
    ["no bytes", { input_audio: { data: "", format: "wav" } }, /input_audio/],
    ["no format", { input_audio: { data } }, /format/],
    ["a format that is none", { input_audio: { data, format: "../wav" } }, /format/],
    ["a data URL", { input_audio: { data: `data:audio/wav;base64,${data}`, format: "wav" } }, /not base64/],
    ["no base64", { input_audio: { data: "Grüße!", format: "wav" } }, /not base64/],
    ["base64 that goes on after its end", { input_audio: { data: "AAA=AAAA", format: "wav" } }, /not base64/],
    ["a sound that is a list", { input_audio: { data: [1, 2], format: "wav" } }, /input_audio/],
    ["no model", { model: undefined }, /model/],
    ["a language that is none", { language: "e" }, /language/],
    ["a temperature past one", { temperature: 1.5 }, /temperature/],
    ["another format", { response_format: "xml" }, /response_format/],
    ["other times", { timestamp_granularities: ["phoneme"] }, /timestamp_granularities/],
    ["a model of another kind", { model: "openai/tts-1" }, /makes speech, not transcription/],
    ["times of a model that gives none", { model: TOKENS, timestamp_granularities: ["word"] }, /has no timestamps/],
  ];
  test.each(wrong)("%s is rejected with 400, and nothing is sent", async (_, body, message) => {
    const answer = await json(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    expect(upstream.requests).toHaveLength(0);
  });

  const wrongForms: [string, Parameters<typeof form>[0], Parameters<typeof form>[1], RegExp][] = [
    ["a file of no format", {}, { filename: "talk" }, /format is unclear/],
    ["a temperature that is no number", { temperature: "warm" }, undefined, /temperature/],
    ["a trace that is no JSON", { trace: "{" }, undefined, /trace/],
    ["a stream that is no JSON", { stream: "yes" }, undefined, /stream: must be JSON/],
    ["other times", { "timestamp_granularities[]": ["phoneme"] }, undefined, /timestamp_granularities/],
  ];
  test.each(wrongForms)("a form with %s is rejected with 400", async (_, fields, options, message) => {
    const answer = await form(fields, options);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
    expect(upstream.requests).toHaveLength(0);
  });

  test("a form with no file or an empty one is a 400", async () => {
    expect((await transcribeForm(gateway, undefined)).status).toBe(400);
    expect((await transcribeForm(gateway, Buffer.alloc(0))).status).toBe(400);
  });

  test("an unknown model is a 404, and a model without a credential names the variable to set", async () => {
    expect((await json({ model: "openai/whisper-9" })).status).toBe(404);
    const { status, body } = await json({ model: "deepgram/nova-3" });
    expect([status, body.error.message]).toEqual([404, expect.stringContaining("DEEPGRAM_API_KEY")]);
  });
});

describe("the response", () => {
  test("has segments in verbose JSON by default, and words if requested", async () => {
    const plain = await json({ response_format: "verbose_json" });
    expect(plain.body).toMatchObject({
      task: "transcribe",
      language: "english",
      duration: 3,
      text: expect.stringContaining("You sent"),
      segments: [{ id: 0, start: 0, end: 3, avg_logprob: -0.28, tokens: [50364, 13, 50464] }],
    });
    expect(plain.body.words).toBeUndefined();
    const words = await json({ response_format: "verbose_json", timestamp_granularities: ["word"] });
    expect(words.body.words).toHaveLength(6);
    expect(words.body.words[0]).toEqual({ word: "You", start: 0, end: 0.5 });
    expect(words.body.segments).toBeUndefined();
    expect((await json()).body).toEqual({ text: plain.body.text, usage: plain.body.usage });
  });

  test("notes missing timestamps of a model without them", async () => {
    const { body, headers } = await json({ model: TOKENS, response_format: "verbose_json" });
    expect(sent().response_format).toBe("json");
    expect(body).toMatchObject({ task: "transcribe", text: expect.stringContaining("You sent") });
    const record = await recordOf(gateway, headers);
    expect(record.notes).toEqual(["response_format: the model has no timestamps"]);
  });

  test("has routing metadata if requested", async () => {
    const { body } = await json({}, { headers: { "x-service-metadata": "enabled" } });
    expect(body.service_metadata).toMatchObject({ requested: WHISPER, attempt: 1 });
  });
});

describe("a failure moves on to the next candidate", () => {
  const failures: [string, Failure][] = [...WHOLE_FAILURES, ["no text", { reply: { body: '{"usage":{}}' } }]];
  test.each(failures)("%s", async (_, failure) => {
    await json();
    upstream.reset();
    upstream.script({ match: ({ path }) => path.startsWith("/openai/"), ...failure });
    const { status, body, headers } = await json({ models: [WHISPER, "openai/whisper-large-v3"] });
    expect([status, body.text]).toEqual([200, expect.stringContaining("You sent")]);
    // The same bytes are sent twice.
    expect((sent(1).file as UploadedFile).bytes.equals(SOUND)).toBe(true);
    const record = await recordOf(gateway, headers);
    expect(triedProviders(record)).toEqual(isRetried(failure) ? ["openai", "openai", "groq"] : ["openai", "groq"]);
  });
});

describe("the cost of a request", () => {
  test("is charged per second, and can be recomputed", async () => {
    const { body, headers } = await json();
    expect(body.usage).toEqual({ seconds: 3, cost: 0.0003, is_byok: false });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      api_type: "stt",
      dialect: null,
      model: WHISPER,
      provider_name: "openai",
      streamed: false,
      usage_units: { seconds: 3 },
      cost_nano_usd: 300_000,
      usage_estimated: false,
      unpriced_units: [],
    });
    expect(record.cost_proof).toMatchObject({ holds: true, nano_usd: 300_000 });
  });

  test("is charged per token", async () => {
    const { body, headers } = await json({ model: TOKENS });
    const record = await recordOf(gateway, headers);
    const { input_audio_tokens: audio, output_tokens: output } = record.usage_units;
    expect(audio).toBe(30);
    expect(record.cost_nano_usd).toBe(audio * 6_000 + output * 10_000);
    expect(body.usage).toMatchObject({ input_tokens: 30, output_tokens: output, total_tokens: 30 + output });
  });

  test("is charged for Groq's minimum of ten seconds, read from a verbose response", async () => {
    const { body, headers } = await json({ model: "openai/whisper-large-v3-turbo" });
    expect(sent().response_format).toBe("verbose_json");
    expect(Object.keys(body)).toEqual(["text", "usage"]);
    expect(body.usage.seconds).toBe(10);
    // 0.04 USD an hour.
    expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(111_111);
  });

  test("is charged by the file's own length if the upstream reports none", async () => {
    upstream.script({ reply: { body: '{"text":"Hello"}', headers: { "content-type": "application/json" } } });
    const { body, headers } = await json();
    expect(body.usage.seconds).toBe(1.5);
    expect(await recordOf(gateway, headers)).toMatchObject({ usage_estimated: true, cost_nano_usd: 150_000 });
  });

  test("is rejected with 402 if a limit does not cover it, and nothing is sent", async () => {
    const { key } = await gateway.newKey({ limit: 0.0001 });
    expect((await json({}, { key })).status).toBe(402);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is zero with BYOK", async () => {
    const stored = await gateway.call("POST", "/byok", { provider: "openai", key: "sk-own-000000000000000000" });
    const { body } = await json();
    await gateway.call("DELETE", `/byok/${stored.body.data.id}`);
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer sk-own-000000000000000000");
    expect(body.usage).toMatchObject({ cost: 0, is_byok: true });
  });
});
