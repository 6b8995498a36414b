import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { UpstreamError } from "#server/errors.ts";
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

/** Returns an adapter for `/audio/transcriptions` in OpenAI's dialect. */
export function openaiTranscribe({ givesTimes, leastSeconds }: TranscribeQuirks = {}) {
  return async (call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>> => {
    const { request, model, credential } = call;
    const isVerbose = request.response_format === "verbose_json";
    const hasTimes = givesTimes?.test(model) ?? true;
    // Some clients always request segments, but request words only if they need them.
    if (!hasTimes && request.timestamp_granularities?.includes("word")) {
      throw new UpstreamError(400, `timestamp_granularities: ${request.model} has no timestamps`, {
        retryable: true,
        fault: "model",
      });
    }
    const format = hasTimes && (isVerbose || leastSeconds !== undefined) ? "verbose_json" : "json";
    const form = soundForm(call, format, isVerbose ? (request.timestamp_granularities ?? []) : []);
    const response = await readJson(await postForm(call, "/audio/transcriptions", bearer(credential), form));
    if (typeof response.text !== "string") throw unusableError(response);
    const rawUsage = blockOf(response, "usage");
    const usage = transcriptUsage(response, rawUsage, leastSeconds);
    const id = block(response.x_groq).id ?? response.id;
    return {
      result: isVerbose ? parseVerbose(response, response.text) : { text: response.text },
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof id === "string" && { upstreamId: id }),
      ...(isVerbose && !hasTimes && { notes: ["response_format: the model has no timestamps"] }),
    };
  };
}
