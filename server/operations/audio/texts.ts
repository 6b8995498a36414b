import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { dataAt, slotAt } from "#server/dialects/text-slots.ts";

/** Fields for settings rather than content; `provider.options` is read for every media request. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["model", "voice", "response_format", "speed", "temperature", "language", "timestamp_granularities"],
  ...["provider", "session_id", "user", "tags", "trace", "input_audio", "input_references", "stream", "stream_format"],
  ...["chunking_strategy", "known_speaker_references"],
]);

/** Returns every text of a speech request: the text to speak, instructions, and fields that only a provider knows. */
export function speechTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const references = Array.isArray(body.input_references) ? body.input_references : [];
  const spoken = references.flatMap((part, index) => slotAt(part, "text", `input_references[${index}].text`, "user"));
  const unreadable = references.flatMap((part, index) =>
    part.type === "input_audio" ? [`input_references[${index}] (audio)`] : [],
  );
  return { slots: [...othersOf(body), ...spoken], unreadable };
}

/**
 * Returns every text of a transcription request outside the audio file, such as a `prompt`. The gateway cannot read the
 * audio itself.
 */
export function transcriptionTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const samples = Array.isArray(body.known_speaker_references) ? body.known_speaker_references : [];
  const unreadable = samples.map((_, index) => `known_speaker_references[${index}] (audio)`);
  return { slots: othersOf(body), unreadable: ["input_audio (audio)", ...unreadable] };
}

function othersOf(body: Body): TextSlot[] {
  const names = Object.keys(body).filter((name) => !NO_TEXTS.has(name));
  return names.flatMap((name) => dataAt(body, name, name, "user"));
}
