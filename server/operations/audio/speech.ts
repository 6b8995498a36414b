import type { SpeechRequest } from "#lib/contract/speech.ts";
import { boundSpeech, estimateSpeech } from "#server/pipeline/budget/audio-usage.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import { speechTexts } from "./texts.ts";

const MEDIA_TYPES = { mp3: "audio/mpeg", pcm: "audio/pcm" };

/** Text to speech; the audio is passed on as it arrives. */
export const speech: MediaOperation<SpeechRequest, never, Uint8Array> = {
  id: "createSpeech",
  makes: "speech",
  serves: (provider) => provider.speak !== undefined,
  refuses: ({ input_references: references }, _, model) =>
    references?.length ? `input_references: ${model.id} does not support voice cloning` : undefined,
  findTexts: speechTexts,
  streams: () => true,
  // Some providers generate all of the audio before they send any.
  beginsLate: true,
  estimate: estimateSpeech,
  bound: (body, _, isScarce) => boundSpeech(body, isScarce),
  ask(provider, call) {
    if (!provider.speak) throw new Error(`${provider.id} does not support text to speech`);
    return provider.speak(call);
  },
  reply() {
    throw new Error("Speech arrives in pieces");
  },
  pieces: {
    headers: (_, { body }) => ({
      "content-type": MEDIA_TYPES[(body.response_format as SpeechRequest["response_format"]) ?? "pcm"],
    }),
    encode: (piece) => piece,
  },
};
