import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { leavesAt, oddKeysAt } from "#server/dialects/text-slots.ts";

/** Names of voices and languages, and samples of a voice, which nobody can read. */
const NO_TEXTS = new Set([
  ...["voice", "voiceName", "voice_name", "languageCode", "language_code", "mimeType", "mime_type", "signature"],
  ...["voiceSampleAudio", "voice_sample_audio", "consentAudio", "consent_audio", "role", "responseModalities"],
]);
const SAMPLE = /^(?:voice_?sample|consent)_?audio$/i;
/** Of the gateway itself, and settings without free text. */
const OTHERS = new Set(["model", "provider", "stream", "safetySettings", "session_id", "user", "tags", "trace"]);

/** Returns every text of a request for speech, and the samples of voices that the gateway cannot read. */
export function speechContentTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const names = Object.keys(body).filter((name) => !OTHERS.has(name));
  return {
    slots: names.flatMap((name) => textsAt(body, name)),
    unreadable: voiceSamples(body).map(({ path }) => `${path} (audio)`),
  };
}

function textsAt(body: Body, name: string): TextSlot[] {
  const role = name === "systemInstruction" ? "system" : "user";
  return [...leavesAt(body, name, name, role, NO_TEXTS), ...oddKeysAt(body, name, name, role, NO_TEXTS)];
}

/** Returns the texts that a model reads, as one. */
export function spokenText({ contents, systemInstruction }: Body): string {
  const turns = [systemInstruction, ...recordsOf(contents)].filter(isRecord);
  return turns.flatMap(({ parts }) => recordsOf(parts).map(({ text }) => String(text))).join("\n");
}

/** Returns the samples of voices to imitate: base64, each with its path. */
export function voiceSamples({ generationConfig }: Body): { path: string; base64: string }[] {
  return samplesAt(generationConfig, "generationConfig");
}

function samplesAt(value: unknown, path: string): { path: string; base64: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => samplesAt(one, `${path}[${index}]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    SAMPLE.test(name) && typeof inner === "string"
      ? [{ path: `${path}.${name}`, base64: inner }]
      : samplesAt(inner, `${path}.${name}`),
  );
}
