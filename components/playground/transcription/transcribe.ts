import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { createTranscription } from "#lib/contract/transcriptions.ts";
import { formatCount } from "#lib/format.ts";
import { partsOf } from "../media/form-code.ts";
import type { Measure } from "../media/measure.ts";
import type { Live } from "../media/media-call.ts";
import { requestJson } from "../media/request-json.ts";
import type { Json } from "../read-json.ts";

export type Transcript = ResponseOf<typeof createTranscription>;
/** `file`: the transcribed sound, which may no longer be the selected one. */
export type TranscriptionOutput = { transcript: Transcript; file: File };

/** Sends a sound as a form's file and returns its transcript. */
export async function transcribe(
  file: File,
  fields: Json,
  live: Live<TranscriptionOutput>,
): Promise<TranscriptionOutput> {
  const form = new FormData();
  for (const [name, value] of partsOf(fields)) form.append(name, value);
  form.append("file", file, file.name);
  return { transcript: await requestJson(createTranscription, form, live), file };
}

/** Returns the billed units of the request: the length of the sound, or tokens. */
export function measuresOf({ usage, language }: Transcript): Measure[] {
  const { seconds, total_tokens: tokens } = usage ?? {};
  return [
    ...(language === undefined ? [] : [{ name: "Language", text: language }]),
    ...(seconds === undefined ? [] : [{ name: "Audio", text: `${Number(seconds.toFixed(1))} s` }]),
    ...(tokens === undefined ? [] : [{ name: "Tokens", text: formatCount(tokens) }]),
  ];
}
