import { describe, expect, test } from "vitest";
import { partsOf } from "#components/playground/media/form-code.ts";
import { microphoneProblem, recordingProblem } from "#components/playground/transcription/microphone-problem.ts";
import { soundProblem } from "#components/playground/transcription/sound-rule.ts";
import {
  changedCount,
  formatsFor,
  languageName,
  problemOf,
  readForm,
  type TranscriptionForm,
  transcriptionFields,
} from "#components/playground/transcription/transcription-form.ts";

const form: TranscriptionForm = {
  language: " de ",
  prompt: "Norderstedt",
  temperature: 0,
  format: "verbose_json",
  words: true,
};
const unset = readForm({});
const MOST = 50 * 1024 * 1024;

describe("the fields next to the file", () => {
  test("include all settings for an unknown model", () => {
    expect(transcriptionFields("a/b", form, undefined)).toEqual({
      model: "a/b",
      language: "de",
      prompt: "Norderstedt",
      temperature: 0,
      response_format: "verbose_json",
      timestamp_granularities: ["segment", "word"],
    });
  });

  test("include only supported settings, and word timestamps only with the verbose format", () => {
    expect(transcriptionFields("a/b", form, ["temperature"])).toEqual({
      model: "a/b",
      temperature: 0,
      response_format: "verbose_json",
    });
    expect(transcriptionFields("a/b", { ...form, format: "json" }, undefined)).not.toHaveProperty(
      "timestamp_granularities",
    );
    expect(transcriptionFields("a/b", unset, undefined)).toEqual({ model: "a/b", response_format: "json" });
  });

  test("ask for speakers only where the model separates them", () => {
    const spoken: TranscriptionForm = { ...unset, format: "diarized_json" };
    expect(formatsFor(["known_speaker_names"])).toEqual(["json", "verbose_json", "diarized_json"]);
    expect(formatsFor(["language"])).toEqual(["json", "verbose_json"]);
    expect(transcriptionFields("a/b", spoken, ["known_speaker_names"])).toMatchObject({
      response_format: "diarized_json",
    });
    expect(transcriptionFields("a/b", spoken, ["language"])).toMatchObject({ response_format: "verbose_json" });
    expect(readForm({ format: "diarized_json" })).toEqual(spoken);
  });

  test("become form parts, one per list value", () => {
    expect(partsOf({ model: "a/b", temperature: 0, timestamp_granularities: ["segment", "word"] })).toEqual([
      ["model", "a/b"],
      ["temperature", "0"],
      ["timestamp_granularities[]", "segment"],
      ["timestamp_granularities[]", "word"],
    ]);
  });
});

describe("a form cannot be sent with", () => {
  test.each([
    [false, {}, undefined, "Choose or record audio."],
    [true, {}, undefined, undefined],
    [true, { language: "german" }, undefined, "Settings, language: Enter an ISO 639-1 code, such as en or de."],
    [true, { language: "german" }, [], undefined],
    [true, { language: "pt-BR" }, undefined, undefined],
    [true, { temperature: 1.1 }, undefined, "Settings, temperature: Enter a number from 0 to 1."],
    [true, { temperature: -0.1 }, undefined, "Settings, temperature: Enter a number from 0 to 1."],
    [true, { temperature: 2 }, ["language"], undefined],
    [true, { temperature: 1 }, undefined, undefined],
  ])("sound %s, %j, taking %j: %s", (hasSound, change, supported, problem) => {
    expect(problemOf(hasSound, { ...unset, ...change }, supported)).toBe(problem);
  });
});

describe("a file", () => {
  test.each([
    ["talk.mp3", "audio/mpeg", 10],
    ["talk.OPUS", "", 10],
    ["speech.pcm", "", 10],
    ["film.mp4", "video/mp4", MOST],
    ["recording", "audio/webm", 10],
  ])("%s of type %s is accepted", (name, type, size) => {
    expect(soundProblem({ name, type, size })).toBeUndefined();
  });

  test.each([
    ["notes.txt", "text/plain", 10, "notes.txt is not an audio or video file. Use MP3, WAV, M4A, OGG, FLAC or WebM."],
    ["mp3", "", 10, "mp3 is not an audio or video file. Use MP3, WAV, M4A, OGG, FLAC or WebM."],
    ["photo.png", "image/png", 10, "photo.png is not an audio or video file. Use MP3, WAV, M4A, OGG, FLAC or WebM."],
    ["talk.mp3", "audio/mpeg", 0, "talk.mp3 is empty."],
    ["talk.wav", "audio/wav", MOST + 1, "talk.wav is 52.4 MB. The limit is 52.4 MB."],
  ])("%s of type %s with %d bytes: %s", (name, type, size, problem) => {
    expect(soundProblem({ name, type, size })).toBe(problem);
  });
});

describe("the microphone", () => {
  test.each([
    ["NotAllowedError", "blocked"],
    ["NotFoundError", "No microphone was found"],
    ["NotReadableError", "other programs"],
    ["OverconstrainedError", "could not be started"],
  ])("%s is explained", (name, said) => {
    expect(microphoneProblem(new DOMException("", name))).toContain(said);
  });

  test("is unavailable over plain HTTP and in browsers that cannot record", () => {
    expect(recordingProblem({ isSecure: false, hasMicrophone: false })).toContain("HTTPS");
    expect(recordingProblem({ isSecure: true, hasMicrophone: false })).toContain("cannot record");
    expect(recordingProblem({ isSecure: true, hasMicrophone: true })).toBeUndefined();
  });
});

test("a stored form is restored even if parts are missing or wrong", () => {
  expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
  expect(readForm({ temperature: "hot", format: "srt", words: 1 })).toEqual(unset);
  expect([changedCount(unset), changedCount(form)]).toEqual([0, 5]);
});

test("language codes are shown as names", () => {
  expect([languageName("de"), languageName(" pt-BR "), languageName(""), languageName("qq")]).toEqual([
    ...["German", "Brazilian Portuguese", undefined, undefined],
  ]);
});
