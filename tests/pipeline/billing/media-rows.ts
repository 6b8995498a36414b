import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { toneOf } from "#tests/support/wav.ts";

/** One request and what its provider bills for it. `nanoUsd` is calculated by hand from the provider's list prices. */
export type MediaRow = {
  what: string;
  path: string;
  body: object;
  how: "whole" | "streamed";
  /** The provider's response or the events of its stream; the fake provider's own if both are absent. */
  reply?: object;
  events?: object[];
  nanoUsd: number;
  units: UsageUnit[];
};

/** Units that no endpoint bills in one of the two ways, and why. */
export const ONE_WAY: Partial<Record<UsageUnit, { missing: MediaRow["how"]; because: string }>> = {
  characters: { missing: "whole", because: "speech always comes in pieces" },
  seconds: { missing: "streamed", because: "transcripts and videos are not streamed" },
  images: { missing: "streamed", because: "only providers that bill images by tokens stream them" },
  megapixels: { missing: "streamed", because: "only providers that bill images by tokens stream them" },
  search_units: { missing: "streamed", because: "a ranking is not streamed" },
};

/** Nano-USD of tokens at USD for a million of them. */
const tokens = (count: number, usd: number) => Math.round(count * usd * 1000);

const sound = { input_audio: { data: toneOf(0.1).toString("base64"), format: "wav" } };
const SPOKEN = { input: "Good morning" };
const DRAWN = { prompt: "A red cube" };
const PNG = "iVBORw0KGgo=";

// https://developers.openai.com/api/docs/pricing: tts-1 15 a million characters; gpt-4o-mini-tts 0.6 and 12 a million tokens
// of text and of sound; https://ai.google.dev/gemini-api/docs/pricing: 2.5 Flash TTS 0.5 and 10.
const SPEECH: MediaRow[] = [
  {
    what: "characters",
    path: "/audio/speech",
    how: "streamed",
    body: { model: "openai/tts-1", ...SPOKEN },
    nanoUsd: 12 * 15_000,
    units: ["characters"],
  },
  {
    what: "tokens of text and sound, told in events",
    path: "/audio/speech",
    how: "streamed",
    body: { model: "openai/gpt-4o-mini-tts", ...SPOKEN },
    events: [
      { type: "speech.audio.delta", audio: "AAAAAAAA" },
      { type: "speech.audio.done", usage: { input_tokens: 30, output_tokens: 200, total_tokens: 230 } },
    ],
    nanoUsd: tokens(30, 0.6) + tokens(200, 12),
    units: ["input_tokens", "output_audio_tokens"],
  },
  {
    what: "tokens of text and sound at Gemini",
    path: "/audio/speech",
    how: "streamed",
    body: { model: "google/gemini-2.5-flash-preview-tts", ...SPOKEN },
    events: [
      {
        candidates: [
          {
            content: { role: "model", parts: [{ inlineData: { mimeType: "audio/L16;rate=24000", data: "AAAAAAAA" } }] },
            finishReason: "STOP",
          },
        ],
        usageMetadata: {
          promptTokenCount: 30,
          candidatesTokenCount: 200,
          totalTokenCount: 230,
          candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 200 }],
        },
      },
    ],
    nanoUsd: tokens(30, 0.5) + tokens(200, 10),
    units: ["input_tokens", "output_audio_tokens"],
  },
];

// whisper-1 0.006 a minute; Voxtral Mini 0.003; gpt-4o-transcribe 2.5 a million tokens of text, 6 of sound and 10 of
// output.
const TRANSCRIPTS: MediaRow[] = [
  {
    what: "seconds",
    path: "/audio/transcriptions",
    how: "whole",
    body: { model: "openai/whisper-1", ...sound },
    reply: { text: "Hello", usage: { type: "duration", seconds: 37 } },
    nanoUsd: 37 * 100_000,
    units: ["seconds"],
  },
  {
    what: "seconds alongside tokens, as Mistral reports them",
    path: "/audio/transcriptions",
    how: "whole",
    body: { model: "mistralai/voxtral-mini-2602", ...sound },
    reply: {
      text: "Hello",
      usage: { prompt_audio_seconds: 37, prompt_tokens: 13, completion_tokens: 5, total_tokens: 18 },
    },
    nanoUsd: 37 * 50_000,
    units: ["seconds"],
  },
  {
    what: "tokens of text and sound",
    path: "/audio/transcriptions",
    how: "whole",
    body: { model: "openai/gpt-4o-transcribe", ...sound },
    reply: {
      text: "Hello",
      usage: {
        type: "tokens",
        input_tokens: 140,
        input_token_details: { text_tokens: 40, audio_tokens: 100 },
        output_tokens: 20,
        total_tokens: 160,
      },
    },
    nanoUsd: tokens(40, 2.5) + tokens(100, 6) + tokens(20, 10),
    units: ["input_tokens", "output_tokens", "input_audio_tokens"],
  },
];

// gpt-image-2 5, 8 and 30 a million tokens of text, images and drawings; Imagen 4 Fast 0.02 an image.
const DRAWN_USAGE = {
  input_tokens: 300,
  input_tokens_details: { text_tokens: 100, image_tokens: 200 },
  output_tokens: 1056,
  total_tokens: 1356,
};
const DRAWN_COST = tokens(100, 5) + tokens(200, 8) + tokens(1056, 30);
const DRAWN_UNITS: UsageUnit[] = ["input_tokens", "input_image_tokens", "output_image_tokens"];
const IMAGES: MediaRow[] = [
  {
    what: "tokens of images",
    path: "/images",
    how: "whole",
    body: { model: "openai/gpt-image-2", ...DRAWN },
    reply: { data: [{ b64_json: PNG }], usage: DRAWN_USAGE },
    nanoUsd: DRAWN_COST,
    units: DRAWN_UNITS,
  },
  {
    what: "tokens of images, with unfinished ones before them",
    path: "/images",
    how: "streamed",
    body: { model: "openai/gpt-image-2", stream: true, partial_images: 1, ...DRAWN },
    events: [
      { type: "image_generation.partial_image", b64_json: PNG, partial_image_index: 0 },
      { type: "image_generation.completed", b64_json: PNG, usage: DRAWN_USAGE },
    ],
    nanoUsd: DRAWN_COST,
    units: DRAWN_UNITS,
  },
  {
    what: "images",
    path: "/images",
    how: "whole",
    body: { model: "google/imagen-4.0-fast-generate-001", ...DRAWN },
    reply: { predictions: [{ mimeType: "image/png", bytesBase64Encoded: PNG }] },
    nanoUsd: 20_000_000,
    units: ["images"],
  },
];

// text-embedding-3-small 0.02 a million tokens; https://cohere.com/pricing: rerank-3.5 0.002 a search.
const OTHERS: MediaRow[] = [
  {
    what: "tokens of embeddings",
    path: "/embeddings",
    how: "whole",
    body: { model: "openai/text-embedding-3-small", input: "Good morning" },
    reply: {
      object: "list",
      data: [{ object: "embedding", index: 0, embedding: [0.5, 0.5] }],
      usage: { prompt_tokens: 5000, total_tokens: 5000 },
    },
    nanoUsd: tokens(5000, 0.02),
    units: ["input_tokens"],
  },
  {
    what: "searches of a reranker",
    path: "/rerank",
    how: "whole",
    body: { model: "cohere/rerank-v3.5", query: "a", documents: ["b", "c"] },
    reply: { id: "r", results: [{ index: 0, relevance_score: 1 }], meta: { billed_units: { search_units: 3 } } },
    nanoUsd: 6_000_000,
    units: ["search_units"],
  },
];

export const MEDIA: MediaRow[] = [...SPEECH, ...TRANSCRIPTS, ...IMAGES, ...OTHERS];
