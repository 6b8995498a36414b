import { toneOf } from "#tests/support/wav.ts";
import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { tokensOf } from "../text/usage.ts";
import { modelOf } from "./ask.ts";
import { google, googleError } from "./conventions.ts";
import { encodeGoogleEvents } from "./encode-events.ts";

type Json = Record<string, unknown>;

const SECONDS_A_CHARACTER = 0.05;
/** https://ai.google.dev/gemini-api/docs/tokens */
const TOKENS_A_SECOND = 25;
const PIECE_BYTES = 16_384;

/** Google's speech models, which make nothing but sound: https://ai.google.dev/gemini-api/docs/speech-generation */
export const geminiSpeech: Endpoint = {
  method: "POST",
  path: /\/models\/[^/]+-tts:(generateContent|streamGenerateContent)$/,
  conventions: google,
  answer: speak,
};

function speak({ request, newId }: Exchange): EndpointResponse {
  const { contents, generationConfig } = (request.body ?? {}) as Json;
  const model = modelOf(request);
  const { responseModalities } = (generationConfig ?? {}) as Json;
  if (JSON.stringify(responseModalities) !== '["AUDIO"]')
    return { status: 400, json: { error: googleError(400, model, "The requested modalities are not supported") } };
  const text = (contents as { parts: { text: string }[] }[]).flatMap(({ parts }) => parts.map((part) => part.text));
  const seconds = text.join("").length * SECONDS_A_CHARACTER;
  const [prompt, sound] = [tokensOf(text.join("")), Math.ceil(seconds * TOKENS_A_SECOND)];
  const head = { modelVersion: model, responseId: newId("", 23) };
  const usageMetadata = {
    promptTokenCount: prompt,
    candidatesTokenCount: sound,
    totalTokenCount: prompt + sound,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
    candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: sound }],
  };
  const bytes = toneOf(seconds);
  const end = { finishReason: "STOP", index: 0 };
  if (!request.path.endsWith(":streamGenerateContent"))
    return { json: { candidates: [{ content: contentOf(bytes), ...end }], usageMetadata, ...head } };
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, at) =>
    bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  );
  const chunks = [
    ...pieces.map((piece) => ({ candidates: [{ content: contentOf(piece), index: 0 }], ...head })),
    { candidates: [{ content: { parts: [], role: "model" }, ...end }], usageMetadata, ...head },
  ];
  return {
    stream: {
      events: chunks.map((data) => ({ data })),
      encode: encodeGoogleEvents,
      errorEvents: (status) => [{ data: { error: googleError(status, model) } }],
      unknownEvent: { data: { futureMetadata: { new: true } } },
    },
  };
}

function contentOf(sound: Buffer) {
  const inlineData = { mimeType: "audio/L16;codec=pcm;rate=24000", data: sound.toString("base64") };
  return { parts: [{ inlineData }], role: "model" };
}
