import { describe, expect, test } from "vitest";
import { createSoundFeed } from "#components/playground/speech/sound-feed.ts";
import { soundFileOf } from "#components/playground/speech/speech-files.ts";
import {
  changedCount,
  problemOf,
  readForm,
  type SpeechForm,
  speechBody,
} from "#components/playground/speech/speech-form.ts";
import { SpeechRequest } from "#lib/contract/speech.ts";

const form: SpeechForm = { text: " Hello ", voice: "nova", format: "pcm", speed: 1.5, instructions: "Softly" };
const unset = readForm({});

describe("the body", () => {
  test("has all settings for an unknown model and is valid under the contract", () => {
    const body = speechBody("a/b", form, {});
    expect(body).toEqual({
      model: "a/b",
      input: "Hello",
      voice: "nova",
      response_format: "pcm",
      speed: 1.5,
      instructions: "Softly",
    });
    expect(SpeechRequest.safeParse(body).success).toBe(true);
  });

  test("has only supported fields that are set", () => {
    expect(speechBody("a/b", form, { supported: ["speed"] })).not.toHaveProperty("instructions");
    expect(speechBody("a/b", form, { supported: ["instructions"] })).not.toHaveProperty("speed");
    expect(speechBody("a/b", { ...unset, text: "Hi" }, {})).toEqual({
      model: "a/b",
      input: "Hi",
      response_format: "mp3",
    });
  });
});

describe("a form cannot be sent with", () => {
  test.each([
    [{ text: " \n" }, {}, "Enter the text to speak."],
    [{ text: "x".repeat(100_001) }, {}, "Enter at most 100,000 characters (now 100,001)."],
    [{ text: "x".repeat(100_000) }, {}, undefined],
    [{ voice: "nova" }, { voices: ["slt"] }, "Settings, voice: The model has no voice “nova”."],
    [{ voice: "nova" }, {}, undefined],
    [{ voice: "" }, { voices: ["slt"] }, undefined],
    [{ speed: 0.09 }, {}, "Settings, speed: Enter a number from 0.1 to 10."],
    [{ speed: 10.5 }, {}, "Settings, speed: Enter a number from 0.1 to 10."],
    [{ speed: 10.5 }, { supported: [] }, undefined],
    [{ speed: 10 }, {}, undefined],
  ])("%j, %j: %s", (change, abilities, problem) => {
    expect(problemOf({ ...unset, text: "Hello", ...change }, abilities)).toBe(problem);
  });
});

test("a stored form is restored even if parts are missing or wrong", () => {
  expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
  expect(readForm({ speed: "fast", format: "wav", text: 1 })).toEqual(unset);
  expect([changedCount(unset), changedCount(form)]).toEqual([0, 4]);
});

test("audio that is loading reports each piece and its end, and is then complete", async () => {
  const feed = createSoundFeed();
  const heard: unknown[] = [];
  const leave = feed.subscribe(() => heard.push(feed.state()));
  feed.add(Uint8Array.from([1, 2]));
  feed.add(Uint8Array.from([3]));
  feed.end("whole");
  leave();
  feed.end("broken");
  expect(heard).toEqual([
    { sizeBytes: 2, end: "none" },
    { sizeBytes: 3, end: "none" },
    { sizeBytes: 3, end: "whole" },
  ]);
  const file = soundFileOf(feed.pieces, "mp3");
  expect([file.name, file.type]).toEqual(["speech.mp3", "audio/mpeg"]);
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3]);
});
