import { describe, expect, test } from "vitest";
import { subtitlesOf } from "#server/operations/audio/subtitles.ts";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Form } from "#tests/support/upstream/multipart.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";

const SOUND = wavOf(toneOf(1.5));
const TEXT = `You sent sound.wav of ${SOUND.length} bytes.`;
const input_audio = { data: SOUND.toString("base64"), format: "wav" };

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "groq"] });

async function translate(body: object = {}, key = gateway.managementKey) {
  const response = await fetch(`${gateway.url}/api/v1/audio/translations`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "openai/whisper-1", input_audio, ...body }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, type: headers.get("content-type") ?? "" };
}

const sent = () => upstream.requests[0]?.body as Form;

describe("a translation", () => {
  test("sends the file, the prompt and the provider's fields, and asks for the duration", async () => {
    const provider = { options: { openai: { extra: "1" } } };
    const { status, text } = await translate({ prompt: "Names: Ana", temperature: 0.2, user: "u1", provider });
    expect(status).toBe(200);
    const { file: _, ...fields } = sent();
    expect(upstream.requests[0]?.path).toMatch(/\/audio\/translations$/);
    expect(fields).toEqual({
      model: "whisper-1",
      response_format: "verbose_json",
      prompt: "Names: Ana",
      temperature: "0.2",
      extra: "1",
    });
    expect(JSON.parse(text)).toEqual({ text: TEXT, usage: { seconds: 3, cost: 0.0003, is_byok: false } });
  });

  test("is charged for its duration in every format", async () => {
    for (const response_format of ["json", "text", "srt", "verbose_json", "vtt"]) {
      const record = await recordOf(gateway, (await translate({ response_format })).headers);
      expect(record).toMatchObject({ api_type: "stt", cost_nano_usd: 300_000, usage_estimated: false, status: 200 });
      expect(record.cost_proof).toMatchObject({ holds: true });
    }
  });

  test("accepts a form", async () => {
    const form = new FormData();
    form.append("model", "openai/whisper-1");
    form.append("response_format", "vtt");
    form.append("file", new Blob([SOUND as BlobPart]), "talk.wav");
    const response = await fetch(`${gateway.url}/api/v1/audio/translations`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.managementKey}` },
      body: form,
    });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(`WEBVTT\n\n00:00:00.000 --> 00:00:03.000\n${TEXT}\n\n`);
  });

  test("in verbose JSON has segments", async () => {
    const { text } = await translate({ response_format: "verbose_json" });
    expect(JSON.parse(text)).toMatchObject({
      task: "translate",
      language: "english",
      duration: 3,
      segments: [{ id: 0, start: 0, end: 3 }],
    });
  });

  test("bills at least ten seconds at a provider that does", async () => {
    const { headers } = await translate({ model: "openai/whisper-large-v3", provider: { only: ["groq"] } });
    expect((await recordOf(gateway, headers)).usage_units).toEqual({ seconds: 10 });
  });

  test("falls back after a failure, and then fails as the provider did", async () => {
    upstream.script({ times: 9, fault: { status: 503 } });
    const { status, headers } = await translate();
    expect(status).toBe(503);
    expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(0);
  });
});

describe("rejected with 400, with nothing sent and a row in the logs:", () => {
  test.each<[string, object, RegExp]>([
    [
      "a model that only transcribes",
      { model: "openai/gpt-4o-transcribe" },
      /does not translate; use openai\/whisper-1/,
    ],
    ["a model that cannot hear", { model: "openai/tts-1" }, /makes speech, not transcription/],
    ["another format", { response_format: "ass" }, /response_format/],
    ["no audio", { input_audio: undefined }, /input_audio/],
  ])("%s", async (_, body, message) => {
    const { status, text, headers } = await translate(body);
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(upstream.requests).toHaveLength(0);
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 400, cost_nano_usd: 0 });
  });
});

test("a limit that does not cover it is a 402, and nothing is sent", async () => {
  const { key } = await gateway.newKey({ limit: 0.00001 });
  expect((await translate({}, key)).status).toBe(402);
  expect(upstream.requests).toHaveLength(0);
});

test("rules read the prompt and the translation, and a redacted one has no times", async () => {
  const { body } = await gateway.call("POST", "/guardrails", {
    name: "Translations",
    content_filters: [{ pattern: "secret|sound\\.wav", action: "redact", label: "Name" }],
  });
  const { key, hash } = await gateway.newKey({});
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  const { text } = await translate({ prompt: "A secret", response_format: "srt" }, key);
  expect(sent().prompt).toBe("A [NAME_1]");
  expect(text).toBe(`1\n00:00:00,000 --> 00:00:03,000\n${TEXT.replace("sound.wav", "[NAME_2]")}\n\n`);
  const verbose = JSON.parse((await translate({ response_format: "verbose_json" }, key)).text);
  expect(verbose.segments).toBeUndefined();
  await gateway.call("DELETE", `/guardrails/${body.data.id}`);
});

test("a cue stays one block, and hours are kept", () => {
  const segments = [{ id: 0, start: 3_725.5, end: 360_000, text: " One\n\ntwo --> three " }];
  const transcript = { text: "One", originalText: "One", segments };
  expect(subtitlesOf(transcript, "srt")?.body).toBe("1\n01:02:05,500 --> 100:00:00,000\nOne\ntwo -> three\n\n");
});
