import { expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";
import { voicesOf } from "#server/catalogue/voices.ts";

const { endpoints, models } = readSnapshot();

test.each([
  ["local/flite@local", ["speed"]],
  ["openai/gpt-4o-mini-tts@openai", ["instructions", "speed"]],
  ["openai/tts-1@openai", ["speed"]],
  ["google/gemini-2.5-flash-preview-tts@google", ["instructions"]],
  ["deepgram/aura-2@deepgram", []],
  ["local/read-back@local", []],
  ["openai/whisper-1@openai", ["language", "prompt", "temperature", "timestamp_granularities"]],
  ["openai/gpt-4o-transcribe@openai", ["language", "prompt", "temperature"]],
  ["deepgram/nova-3@deepgram", ["language", "timestamp_granularities"]],
  ["elevenlabs/scribe-v2@elevenlabs", ["language", "temperature", "timestamp_granularities"]],
])("%s supports what its adapter sends: %j", (id, parameters) => {
  expect(endpoints.find((endpoint) => endpoint.id === id)?.supportedParameters).toEqual(parameters);
});

test("voices are listed only for speech models with the same voices for every account", () => {
  expect(voicesOf({ id: "local/flite" })).toContain("awb");
  expect(voicesOf({ id: "openai/tts-1-hd" })).not.toContain("marin");
  expect(voicesOf({ id: "openai/gpt-4o-mini-tts" })).toContain("marin");
  expect(voicesOf({ id: "google/gemini-2.5-pro-preview-tts" })).toHaveLength(30);
  expect(voicesOf({ id: "elevenlabs/eleven-v3" })).toBeNull();
  const silent = models.filter(({ outputModalities }) => !outputModalities.includes("speech"));
  expect(silent.filter((model) => voicesOf(model) !== null)).toEqual([]);
});
