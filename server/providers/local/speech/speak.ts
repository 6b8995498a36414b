import type { SpeechRequest } from "#lib/contract/speech.ts";
import { UpstreamError } from "#server/errors.ts";
import { charactersIn } from "#server/providers/audio/characters.ts";
import { speechFromPcm } from "#server/providers/audio/speech.ts";
import { readWav } from "#server/providers/audio/wav.ts";
import type { MeteredPieces, UpstreamCall } from "#server/providers/media.ts";
import { flite } from "./flite.ts";
import { FLITE_VOICES } from "./flite-voices.ts";
import { lyricsTag } from "./lyrics-tag.ts";
import { sentencesOf } from "./sentences.ts";

const RATE = 16_000;
/** Speech outside this range of speeds is unintelligible. */
const SPEEDS = { least: 0.25, most: 4 };

/**
 * Speaks with CMU Flite, sentence by sentence, in robotic English. Its MP3 contains the spoken text as lyrics, which
 * `read-back` returns.
 */
export async function localSpeak(call: UpstreamCall<SpeechRequest>): Promise<MeteredPieces<Uint8Array>> {
  const { request, model } = call;
  if (model !== "flite") throw refusal(404, `There is no local speech model "${model}"`);
  const { input, voice, speed, response_format: format } = request;
  if (voice && !FLITE_VOICES.includes(voice)) throw refusal(400, `voice: local/flite has ${FLITE_VOICES.join(", ")}`);
  const toSay = {
    voice: voice ?? "slt",
    speed: Math.min(SPEEDS.most, Math.max(SPEEDS.least, speed ?? 1)),
  };
  const sentences = sentencesOf(input);
  if (sentences.length === 0) throw refusal(400, "input: there is nothing to speak");
  const sound = speechFromPcm(samplesOf(sentences, toSay, call.signal), RATE, format ?? "pcm");
  const facts = { usage: { characters: charactersIn(input) } };
  return { pieces: format === "mp3" ? withTag(lyricsTag(input), sound) : sound, facts: () => facts };
}

async function* samplesOf(
  sentences: readonly string[],
  toSay: { voice: string; speed: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const text of sentences) {
    signal.throwIfAborted();
    const wav = await flite({ text, ...toSay });
    const header = readWav(wav);
    if (header?.sampleRate !== RATE) throw new Error("The synthesizer wrote no WAV file at its own sample rate");
    yield wav.subarray(header.dataAt);
  }
}

async function* withTag(tag: Uint8Array, sound: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isTagged = false;
  for await (const piece of sound) {
    // Sent with the first audio, so that an earlier failure can still set the status.
    yield isTagged ? piece : Buffer.concat([tag, piece]);
    isTagged = true;
  }
}

function refusal(status: number, message: string): UpstreamError {
  return new UpstreamError(status, message, { retryable: true, fault: "model" });
}
