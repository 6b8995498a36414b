import type { TranslationRequest } from "#lib/contract/translations.ts";
import { block } from "../../exchange/json.ts";
import { blockOf, postForm, readJson, unusableError } from "../../exchange/send.ts";
import type { Metered, Transcript, TranscriptCall } from "../../media.ts";
import { bearer } from "../bearer.ts";
import { soundForm } from "./sound-form.ts";
import { parseVerbose, transcriptUsage } from "./transcript.ts";

/**
 * Returns an adapter for `/audio/translations` in OpenAI's dialect. It always asks for the verbose format, because only
 * that has the duration, which is billed, and the times, of which subtitles are made.
 */
export function openaiTranslate(models: RegExp, leastSeconds?: number) {
  const run = async (call: TranscriptCall<TranslationRequest>): Promise<Metered<Transcript>> => {
    const form = soundForm(call, "verbose_json");
    const response = await readJson(await postForm(call, "/audio/translations", bearer(call.credential), form));
    if (typeof response.text !== "string") throw unusableError(response);
    const rawUsage = blockOf(response, "usage");
    const usage = transcriptUsage(response, rawUsage, leastSeconds);
    const id = block(response.x_groq).id ?? response.id;
    return {
      result: parseVerbose(response, response.text),
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof id === "string" && { upstreamId: id }),
    };
  };
  return { models, run };
}
