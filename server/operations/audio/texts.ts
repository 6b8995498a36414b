import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { dataAt, slotAt } from "#server/dialects/text-lens.ts";

/** Fields that say how, not what; `provider.options` is read with every media call. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["model", "voice", "response_format", "speed", "temperature", "language", "timestamp_granularities"],
  ...["provider", "session_id", "user", "trace", "input_audio", "input_references", "stream", "stream_format"],
]);

/** A lens over every text of a call for speech: what is to be spoken, how, and fields that only a provider knows. */
export function speechTexts(body: Body): { slots: TextSlot[]; closed: string[] } {
  const references = Array.isArray(body.input_references) ? body.input_references : [];
  const spoken = references.flatMap((part, index) => slotAt(part, "text", `input_references[${index}].text`, "user"));
  const closed = references.flatMap((part, index) =>
    part.type === "input_audio" ? [`input_references[${index}] (audio)`] : [],
  );
  return { slots: [...othersOf(body), ...spoken], closed };
}

/** A lens over every text beside a sound file, such as a `prompt`. What is said in the file nobody here can hear. */
export function transcriptionTexts(body: Body): { slots: TextSlot[]; closed: string[] } {
  return { slots: othersOf(body), closed: ["input_audio (audio)"] };
}

function othersOf(body: Body): TextSlot[] {
  const names = Object.keys(body).filter((name) => !NO_TEXTS.has(name));
  return names.flatMap((name) => dataAt(body, name, name, "user"));
}
