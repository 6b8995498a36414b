import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

/** Maximum length of a speech text; the highest limit of any provider is 40,000. */
export const MAX_SPEECH_CHARACTERS = 100_000;
const MAX_REFERENCE_CHARACTERS = 28 * 1024 * 1024;

const Reference = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("input_audio"),
    input_audio: z.looseObject({
      data: z.string().min(1).max(MAX_REFERENCE_CHARACTERS),
      format: z.string().nullish(),
    }),
  }),
  z.looseObject({ type: z.literal("text"), text: z.string() }),
]);

export const SpeechRequest = z
  .looseObject({
    input: z.string().min(1).max(MAX_SPEECH_CHARACTERS).describe("Text to convert to speech"),
    model: z.string().min(1),
    voice: z
      .string()
      .min(1)
      .nullish()
      .describe("Provider's name for the voice. Defaults to the provider's default voice."),
    response_format: z
      .enum(["mp3", "pcm"])
      .nullish()
      .describe(
        "Audio format. Defaults to `pcm`: 24 kHz, 16-bit little-endian, mono, without a header; for OpenAI's SDKs to " +
          "`mp3`, as in OpenAI's API.",
      ),
    stream_format: z
      .enum(["audio", "sse"])
      .nullish()
      .describe(
        "`sse` returns events, as OpenAI does: `speech.audio.delta` with base64 audio, and `speech.audio.done` with the usage",
      ),
    speed: z
      .number()
      .min(0.1)
      .max(10)
      .nullish()
      .describe("Speech rate multiplier. Ignored by models that do not support it."),
    input_references: z
      .array(Reference)
      .max(10)
      .nullish()
      .describe("Voice samples, for models that support voice cloning"),
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "SpeechRequest" });

export type SpeechRequest = z.output<typeof SpeechRequest>;

export const createSpeech = endpoint({
  id: "createSpeech",
  resource: "speech",
  method: "POST",
  path: "/audio/speech",
  roles: "everyone",
  access: "key",
  summary: "Text to speech",
  description:
    "Streams the audio as it is generated, as `audio/mpeg` or `audio/pcm`, or as events with `stream_format: sse`.",
  relaysTexts: true,
  largeBody: true,
  body: SpeechRequest,
  produces: ["bytes"],
  errors: MODEL_CALL_ERRORS,
});
