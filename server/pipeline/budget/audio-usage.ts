import { estimateTokenCount } from "tokenx";
import type { SpeechRequest } from "#lib/contract/speech.ts";
import { charactersIn } from "#server/providers/audio/characters.ts";
import { boundSeconds, estimateSeconds, type SoundFile } from "#server/providers/audio/sound-file.ts";
import type { Usage } from "#server/providers/usage/usage.ts";

// English speech has about 15 characters a second; providers count 20 to 32 tokens a second.
const CHARACTERS_A_SECOND = 15;
const SPOKEN_TOKENS_A_SECOND = 32;
/** For slow voices, and for languages that say more with each character. */
const FEWEST_CHARACTERS_A_SECOND = 2.5;
// A text estimate may be too low by this factor, as for text requests.
const TEXT_MARGIN = 1.3;

/**
 * Returns the estimated usage of a text-to-speech request in every unit that providers bill by; a model has a price for
 * one of them.
 */
export function estimateSpeech(body: SpeechRequest): Usage {
  return speechUsage(body, CHARACTERS_A_SECOND, 1);
}

/** Returns the most a text-to-speech request can use. `isScarce`: use a tighter bound because little budget is left. */
export function boundSpeech(body: SpeechRequest, isScarce: boolean): Usage {
  return speechUsage(body, isScarce ? CHARACTERS_A_SECOND / 2 : FEWEST_CHARACTERS_A_SECOND, TEXT_MARGIN);
}

function speechUsage({ input, speed, instructions }: SpeechRequest, charactersASecond: number, margin: number): Usage {
  const characters = charactersIn(input);
  const seconds = characters / charactersASecond / Math.min(1, speed ?? 1);
  const texts = typeof instructions === "string" ? input + instructions : input;
  return {
    characters,
    input_tokens: Math.ceil(estimateTokenCount(texts) * margin),
    output_audio_tokens: Math.ceil(seconds * SPOKEN_TOKENS_A_SECOND),
  };
}

// Gemini counts 32 tokens for a second of audio, other providers fewer; no one speaks more than 5 tokens a second.
const HEARD_TOKENS_A_SECOND = 32;
const WORD_TOKENS_A_SECOND = 5;

/** Returns the estimated usage of a transcription in every unit that providers bill by. */
export function estimateTranscript(sound: SoundFile): Usage {
  return transcriptUsage(estimateSeconds(sound));
}

export function boundTranscript(sound: SoundFile): Usage {
  return transcriptUsage(boundSeconds(sound));
}

function transcriptUsage(seconds: number): Usage {
  return {
    seconds,
    input_audio_tokens: Math.ceil(seconds * HEARD_TOKENS_A_SECOND),
    output_tokens: Math.ceil(seconds * WORD_TOKENS_A_SECOND),
  };
}
