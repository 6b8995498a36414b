import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";
import { InputAudio, TRANSLATION_FORMATS, Transcription } from "./transcriptions.ts";

export const TranslationRequest = z
  .looseObject({
    input_audio: InputAudio,
    model: z.string().min(1),
    prompt: z.string().nullish().describe("English text that guides the model's style, or continues an earlier part"),
    temperature: z.number().min(0).max(1).nullish(),
    response_format: z
      .enum(TRANSLATION_FORMATS)
      .nullish()
      .describe("Defaults to `json`. `srt` and `vtt` are subtitles, `text` is the text alone."),
    stream: z.literal(false, "translations cannot be streamed").nullish(),
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "TranslationRequest" });

export type TranslationRequest = z.output<typeof TranslationRequest>;

export const createTranslation = endpoint({
  id: "createTranslation",
  resource: "transcriptions",
  method: "POST",
  path: "/audio/translations",
  roles: "everyone",
  access: "key",
  summary: "Translate audio",
  description:
    "Converts speech in any language to English text. Send JSON, or a form with the parts `file`, `model`, `prompt`, " +
    "`temperature`, `response_format`, `session_id`, `user` and `trace` (as JSON).",
  relaysTexts: true,
  largeBody: true,
  body: TranslationRequest,
  multipart: true,
  response: Transcription,
  produces: ["json", "text"],
  errors: MODEL_CALL_ERRORS,
});
