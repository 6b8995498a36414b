import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

/** Maximum size of an audio file to transcribe, decoded. */
export const MAX_AUDIO_BYTES = 50 * 1024 * 1024;

export const InputAudio = z.looseObject({
  data: z.string().min(1).describe("Base64-encoded audio, without a data URL prefix"),
  format: z
    .string()
    .regex(/^[A-Za-z0-9]{1,16}$/, "must be a file extension, e.g. `mp3`")
    .describe("Audio format as a file extension, e.g. `mp3` or `wav`"),
});

/** `text` is the text alone, `srt` and `vtt` are subtitles. */
export const TRANSLATION_FORMATS = ["json", "text", "srt", "verbose_json", "vtt"] as const;

export const TRANSCRIPT_FORMATS = [...TRANSLATION_FORMATS, "diarized_json"] as const;

export const TranscriptionRequest = z
  .looseObject({
    input_audio: InputAudio,
    model: z.string().min(1),
    language: z
      .string()
      .min(2)
      .max(35)
      .nullish()
      .describe("ISO 639-1 language code. Detected automatically if omitted."),
    temperature: z.number().min(0).max(1).nullish(),
    response_format: z
      .enum(TRANSCRIPT_FORMATS)
      .nullish()
      .describe(
        "Defaults to `json`. `srt` and `vtt` are subtitles, `text` is the text alone. `diarized_json` says who speaks in " +
          "each segment; only some models separate speakers.",
      ),
    chunking_strategy: z
      .union([z.literal("auto"), z.looseObject({ type: z.literal("server_vad") })])
      .nullish()
      .describe("How the provider divides the audio. Models that separate speakers get `auto` if omitted."),
    known_speaker_names: z
      .array(z.string().min(1).max(100))
      .max(4)
      .nullish()
      .describe("Names of speakers, each with a sample of their voice in `known_speaker_references`"),
    known_speaker_references: z
      .array(z.string().min(1))
      .max(4)
      .nullish()
      .describe("Samples of 2 to 10 seconds as data URLs, in the order of `known_speaker_names`"),
    stream: z
      .boolean()
      .nullish()
      .describe(
        "Returns OpenAI's events once the text is complete: the whole text in one, or each segment of a speaker in one.",
      ),
    timestamp_granularities: z
      .array(z.enum(["word", "segment"]))
      .max(2)
      .nullish()
      .describe("Timestamps to return with `verbose_json`. Defaults to `segment`."),
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "TranscriptionRequest" });

export type TranscriptionRequest = z.output<typeof TranscriptionRequest>;

const Segment = z.object({
  type: z.literal("transcript.text.segment").optional(),
  id: z.union([z.int(), z.string()]),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  seek: z.number().optional(),
  tokens: z.array(z.int()).optional(),
  temperature: z.number().optional(),
  avg_logprob: z.number().optional(),
  compression_ratio: z.number().optional(),
  no_speech_prob: z.number().optional(),
  speaker: z.string().optional(),
});

const Word = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  confidence: z.number().optional(),
  speaker: z.string().optional(),
});

export const Transcription = z.object({
  text: z.string(),
  task: z.enum(["transcribe", "translate"]).optional(),
  language: z.string().optional(),
  duration: z.number().optional().describe("Duration in seconds"),
  confidence: z.number().optional(),
  segments: z.array(Segment).optional(),
  words: z.array(Word).optional(),
  usage: z
    .object({
      cost: z.number().optional().describe("Cost in USD"),
      is_byok: z.boolean().optional(),
      input_tokens: z.int().optional(),
      output_tokens: z.int().optional(),
      total_tokens: z.int().optional(),
      seconds: z.number().optional(),
    })
    .optional(),
});

export const createTranscription = endpoint({
  id: "createTranscription",
  resource: "transcriptions",
  method: "POST",
  path: "/audio/transcriptions",
  roles: "everyone",
  access: "key",
  summary: "Transcribe audio",
  description:
    "Converts speech to text. Send JSON, or a form with the parts `file`, `model`, `language`, " +
    "`temperature`, `response_format`, `timestamp_granularities[]`, `chunking_strategy`, `known_speaker_names[]`, " +
    "`known_speaker_references[]`, `stream`, `session_id`, `user` and `trace` (as JSON).",
  relaysTexts: true,
  largeBody: true,
  body: TranscriptionRequest,
  multipart: true,
  response: Transcription,
  produces: ["json", "text", "sse"],
  errors: MODEL_CALL_ERRORS,
});
