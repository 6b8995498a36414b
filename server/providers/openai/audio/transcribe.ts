import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { UpstreamError } from "#server/errors.ts";
import { hasTimes } from "../../audio/segments.ts";
import { block } from "../../exchange/json.ts";
import { blockOf, postForm, readJson, unusableError } from "../../exchange/send.ts";
import type { Metered, Transcript, TranscriptCall } from "../../media.ts";
import { bearer } from "../bearer.ts";
import { soundForm } from "./sound-form.ts";
import { parseVerbose, transcriptUsage } from "./transcript.ts";

/** Differences between upstreams of the dialect. */
export type TranscribeQuirks = {
  /** Models that return timestamps; absent: all. */
  givesTimes?: RegExp;
  /**
   * The minimum number of billed seconds, if it bills by duration and reports the duration only in verbose responses.
   */
  leastSeconds?: number;
};

/** OpenAI's models that separate speakers. */
export const openaiSpeakers = /diarize/;
/** They reject longer audio without it. */
const CHUNKING = { chunking_strategy: "auto" } as const;
/** OpenAI's models that accept several languages instead of one. */
const ACCEPTS_LANGUAGES = /^gpt-transcribe/;

/** Returns an adapter for `/audio/transcriptions` in OpenAI's dialect. */
export function openaiTranscribe({ givesTimes, leastSeconds }: TranscribeQuirks = {}) {
  return async (call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>> => {
    const { request, model, credential } = call;
    const wantsTimes = hasTimes(request);
    const isDiarizing = openaiSpeakers.test(model);
    const isTimed = givesTimes?.test(model) ?? true;
    // Some clients always request segments, but request words only if they need them.
    if (!isTimed && request.timestamp_granularities?.includes("word")) {
      throw new UpstreamError(400, `timestamp_granularities: ${request.model} has no timestamps`, {
        retryable: true,
        fault: "model",
      });
    }
    const timed = isDiarizing ? "diarized_json" : "verbose_json";
    const isAsked = wantsTimes || leastSeconds !== undefined;
    const format = isAsked && (isTimed || isDiarizing) ? timed : "json";
    const times = wantsTimes && !isDiarizing ? (request.timestamp_granularities ?? []) : [];
    const form = soundForm({ ...call, request: requestFor(model, request) }, format, times);
    const response = await readJson(await postForm(call, "/audio/transcriptions", bearer(credential), form));
    if (typeof response.text !== "string") throw unusableError(response);
    const rawUsage = blockOf(response, "usage");
    const usage = transcriptUsage(response, rawUsage, leastSeconds);
    const id = block(response.x_groq).id ?? response.id;
    return {
      result: wantsTimes ? parseVerbose(response, response.text) : { text: response.text },
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof id === "string" && { upstreamId: id }),
      ...(wantsTimes && !isTimed && !isDiarizing && { notes: ["response_format: the model has no timestamps"] }),
    };
  };
}

/** Returns the request with the fields that the model requires in the place of others. */
function requestFor(model: string, { language, ...request }: TranscriptionRequest): TranscriptionRequest {
  const chunked = openaiSpeakers.test(model) && !request.chunking_strategy ? { ...request, ...CHUNKING } : request;
  if (!language) return chunked;
  return ACCEPTS_LANGUAGES.test(model) ? { ...chunked, languages: [language] } : { ...chunked, language };
}
