import type { SpeechRequest } from "#lib/contract/speech.ts";
import { UpstreamError } from "#server/errors.ts";
import { eventsIn } from "../audio/events.ts";
import { PCM_RATE } from "../audio/pcm.ts";
import { speechFromPcm } from "../audio/speech.ts";
import { block, list } from "../exchange/json.ts";
import { blockOf, postJson, unusableError } from "../exchange/send.ts";
import type { MeteredPieces, ResponseFacts, UpstreamCall } from "../media.ts";
import { geminiUsage } from "./usage.ts";

/** The voice of the provider's own examples. */
const DEFAULT_VOICE = "Kore";

/** Streams text to speech from Gemini: PCM in events, encoded here if the caller wants MP3. */
export async function googleSpeak(call: UpstreamCall<SpeechRequest>): Promise<MeteredPieces<Uint8Array>> {
  const { request, options, model, credential } = call;
  const { input, voice, speed, instructions, response_format: format } = request;
  const text = typeof instructions === "string" && instructions !== "" ? `${instructions}: ${input}` : input;
  const voiceConfig = { prebuiltVoiceConfig: { voiceName: voice ?? DEFAULT_VOICE } };
  const body = {
    ...options,
    contents: [{ role: "user", parts: [{ text }] }],
    generationConfig: {
      speechConfig: { voiceConfig },
      ...block(options.generationConfig),
      ...(voice && { speechConfig: { voiceConfig } }),
      responseModalities: ["AUDIO"],
    },
  };
  const path = `/v1beta/models/${model}:streamGenerateContent?alt=sse`;
  const events = eventsIn(await postJson(call, path, { "x-goog-api-key": credential }, body));
  const facts: ResponseFacts =
    typeof speed === "number" && speed !== 1 ? { notes: ["speed: dropped (not supported by the provider)"] } : {};
  const sound = soundOf(events, facts);
  // The first piece has the sample rate.
  const first = await sound.next();
  if (first.done) throw unusableError("no sound");
  const { rate, bytes } = first.value;
  return { pieces: speechFromPcm(bytesOf(bytes, sound), rate, format ?? "pcm"), facts: () => facts };
}

type Sound = { rate: number; bytes: Uint8Array };

async function* soundOf(events: AsyncIterable<Record<string, unknown>>, facts: ResponseFacts): AsyncGenerator<Sound> {
  let finish: unknown;
  let isAny = false;
  for await (const event of events) {
    const candidate = block(list(event.candidates)[0]);
    const rawUsage = blockOf(event, "usageMetadata");
    if (rawUsage) Object.assign(facts, { rawUsage, usage: geminiUsage(rawUsage) });
    if (typeof event.responseId === "string") facts.upstreamId = event.responseId;
    finish = candidate.finishReason ?? block(event.promptFeedback).blockReason ?? finish;
    for (const part of list(block(candidate.content).parts)) {
      const { data, mimeType } = block(block(part).inlineData);
      if (typeof data !== "string") continue;
      isAny = true;
      yield {
        rate: Number(/rate=(\d{4,6})/.exec(String(mimeType))?.[1] ?? PCM_RATE),
        bytes: Buffer.from(data, "base64"),
      };
    }
  }
  if (finish === undefined) throw new UpstreamError(502, "The provider cut off its response", { retryable: true });
  if (!isAny) throw new UpstreamError(502, `The provider returned no audio: ${finish}`, { retryable: true });
}

async function* bytesOf(first: Uint8Array, rest: AsyncIterable<Sound>): AsyncGenerator<Uint8Array> {
  yield first;
  for await (const { bytes } of rest) yield bytes;
}
