import { describe, expect, test } from "vitest";
import type { MediaRequest } from "#components/playground/media/media-request.ts";
import { speechRequest } from "#components/playground/speech/speech-request.ts";
import { transcriptionRequest } from "#components/playground/transcription/transcription-request.ts";
import { AWKWARD, codeWorld, mediaSampleOf } from "./code-folder.ts";

const SPEECH = speechRequest(
  "local/flite",
  { text: AWKWARD, voice: "", format: "mp3", speed: null, instructions: "" },
  {},
);
const TRANSCRIPTION = transcriptionRequest(
  "local/read-back",
  { language: "en", prompt: `@${AWKWARD}`, temperature: 0, format: "verbose_json", words: false },
  undefined,
  "speech.mp3",
);

const world = codeWorld();

const sampleOf = (request: MediaRequest, id: string) => mediaSampleOf(world, request, id);

describe.each(["curl", "fetch", "openai-node"])("by %s", (id) => {
  test("speech is saved, and the saved file is transcribed", async () => {
    await world.code.outputOf(id, sampleOf(SPEECH, id));
    expect((await world.code.read("speech.mp3")).subarray(0, 3).toString()).toBe("ID3");
    const printed = await world.code.outputOf(id, sampleOf(TRANSCRIPTION, id));
    if (id === "curl") expect(JSON.parse(printed)).toMatchObject({ text: AWKWARD, task: "transcribe" });
    else expect(printed).toContain("✓ 🎉");
  });
});

test("Python opens the file, passes what its package requires, and sends lists as lists", () => {
  expect(sampleOf(SPEECH, "openai-python")).toMatch(/audio\.speech\.create\([\s\S]*voice=None,[\s\S]*write_to_file/);
  const request = { ...TRANSCRIPTION, body: { ...TRANSCRIPTION.body, timestamp_granularities: ["segment", "word"] } };
  const python = sampleOf(request, "openai-python");
  expect(python).toContain(
    'with open("speech.mp3", "rb") as file:\n    response = client.audio.transcriptions.create(\n',
  );
  expect(python).toContain(
    '        timestamp_granularities=[\n            "segment",\n            "word",\n        ],\n    )\n',
  );
  expect(python).not.toContain("extra_body");
});

test("a file's name is quoted safely in every language", () => {
  const request = { ...TRANSCRIPTION, file: `it's "mine".mp3` };
  expect(sampleOf(request, "curl")).toContain(`-F 'file=@"it'\\''s \\"mine\\".mp3"'`);
  for (const id of ["fetch", "openai-node", "openai-python"]) {
    expect(sampleOf(request, id)).toContain(`"it's \\"mine\\".mp3"`);
  }
});
