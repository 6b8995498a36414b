import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { hasTimes, withTimes } from "../audio/segments.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { postForm, readJson, unusableError } from "../exchange/send.ts";
import type { Metered, Transcript, TranscriptCall, TranscriptWord } from "../media.ts";
import { keyHeader } from "./key-header.ts";

/** Transcribes a file with ElevenLabs (Scribe). */
export async function elevenlabsTranscribe(call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>> {
  const { request, credential, sound } = call;
  const response = await readJson(await postForm(call, "/v1/speech-to-text", keyHeader(credential), formOf(call)));
  if (typeof response.text !== "string") throw unusableError(response);
  const words = list(response.words)
    .map(block)
    .filter(({ type }) => type === undefined || type === "word")
    .map(wordOf);
  const seconds = secondsOf(response, words, sound.seconds);
  const id = response.transcription_id;
  return {
    result: {
      text: response.text,
      ...(hasTimes(request) && factsOf(response, seconds)),
      ...withTimes(words, request),
    },
    ...(seconds !== undefined && { usage: { seconds } }),
    ...(typeof id === "string" && { upstreamId: id }),
  };
}

/** Options that would send the result elsewhere, use another file, or change the response format. */
const NOT_PASSED_ON = new Set([
  ...["webhook", "webhook_id", "webhook_metadata", "cloud_storage_url", "source_url", "use_multi_channel"],
]);

function formOf({ request, options, model, sound }: TranscriptCall<TranscriptionRequest>): FormData {
  const form = new FormData();
  form.append("file", sound.bytes, `sound.${sound.format}`);
  form.append("model_id", model);
  form.append("timestamps_granularity", "word");
  if (request.response_format === "diarized_json") form.append("diarize", "true");
  if (request.language) form.append("language_code", request.language);
  if (typeof request.temperature === "number") form.append("temperature", String(request.temperature));
  for (const [name, value] of Object.entries(options)) {
    if (form.has(name) || NOT_PASSED_ON.has(name) || value === null || value === undefined) continue;
    form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
}

/** Returns the billed duration: as the provider reports it, else from the file, else where the last word ends. */
function secondsOf(response: Block, words: readonly TranscriptWord[], ofFile: number | undefined): number | undefined {
  const seconds = Number(response.audio_duration_secs);
  return seconds > 0 ? seconds : (ofFile ?? words.at(-1)?.end);
}

function factsOf({ language_code: language }: Block, seconds: number | undefined) {
  return {
    ...(typeof language === "string" && { language }),
    ...(seconds !== undefined && { duration: seconds }),
  };
}

function wordOf({ text, start, end, speaker_id: speaker, logprob }: Block): TranscriptWord {
  return {
    word: String(text ?? ""),
    start: Number(start) || 0,
    end: Number(end) || 0,
    ...(typeof logprob === "number" && { confidence: Math.exp(Math.min(0, logprob)) }),
    ...(typeof speaker === "string" && { speaker }),
  };
}
