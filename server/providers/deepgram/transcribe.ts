import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { withTimes } from "../audio/segments.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { postBody, readJson, unusableError } from "../exchange/send.ts";
import type { Metered, Transcript, TranscriptCall, TranscriptWord } from "../media.ts";
import { queryOf, tokenHeader } from "./query.ts";

/** Transcribes a file with Deepgram (Nova). */
export async function deepgramTranscribe(call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>> {
  const { request, options, model, credential, sound } = call;
  const { language } = request;
  const languageOption: Record<string, string> = language
    ? { language }
    : options.language
      ? {}
      : { detect_language: "true" };
  const query = queryOf({ smart_format: true, ...options }, { model, ...languageOption });
  const headers = { ...tokenHeader(credential), "content-type": sound.mediaType };
  const response = await readJson(await postBody(call, `/v1/listen?${query}`, headers, sound.bytes));
  const channels = list(block(response.results).channels).map(block);
  const best = channels.map((channel) => block(list(channel.alternatives)[0]));
  const first = best[0];
  if (typeof first?.transcript !== "string") throw unusableError(response);
  const { duration, request_id: id } = block(response.metadata);
  const text = best.map(({ transcript }) => String(transcript ?? "")).join("\n");
  const words = best.flatMap(({ words }) => list(words).map((word) => wordOf(block(word))));
  const detectedLanguage = channels[0]?.detected_language ?? language;
  const facts = {
    ...(typeof detectedLanguage === "string" && { language: detectedLanguage }),
    ...(Number(duration) > 0 && { duration: Number(duration) }),
    ...(typeof first.confidence === "number" && { confidence: first.confidence }),
  };
  const seconds = Number(duration) * Math.max(1, best.length);
  return {
    result: { text, ...(request.response_format === "verbose_json" && facts), ...withTimes(words, request) },
    ...(seconds > 0 && { usage: { seconds } }),
    ...(typeof id === "string" && { upstreamId: id }),
    ...(request.temperature && { notes: ["temperature: dropped (not supported by the provider)"] }),
  };
}

function wordOf({ word, punctuated_word: punctuated, start, end, confidence, speaker }: Block): TranscriptWord {
  return {
    word: String(punctuated ?? word ?? ""),
    start: Number(start) || 0,
    end: Number(end) || 0,
    ...(typeof confidence === "number" && { confidence }),
    ...(speaker !== undefined && { speaker: String(speaker) }),
  };
}
