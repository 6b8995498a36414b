import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { boundTranscript, estimateTranscript } from "#server/pipeline/budget/audio-usage.ts";
import type { MediaOperation, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import type { SoundFile } from "#server/providers/audio/sound-file.ts";
import type { Transcript } from "#server/providers/media.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { transcriptionTexts } from "./texts.ts";

/** Transcribes one audio file. It is not part of the body, because it is large and no rule could read it. */
export function transcriptionOf(sound: SoundFile): MediaOperation<TranscriptionRequest, ReadTranscript> {
  return {
    id: "createTranscription",
    makes: "transcription",
    parameters: ({ temperature }) => (typeof temperature === "number" ? ["temperature"] : []),
    serves: (provider) => provider.transcribe !== undefined,
    lens: transcriptionTexts,
    estimate: () => estimateTranscript(sound),
    bound: () => boundTranscript(sound),
    async ask(provider, call) {
      if (!provider.transcribe) throw new Error(`${provider.id} does not support transcription`);
      const { result, ...facts } = await provider.transcribe({ ...call, sound });
      return { result: { ...result, originalText: result.text }, ...facts };
    },
    texts: (transcript) => [
      { text: transcript.text, form: "plain", isReasoning: false, replace: (text) => (transcript.text = text) },
    ],
    reply: responseOf,
  };
}

/** `originalText`: the transcript as the provider returned it, before any rule. */
type ReadTranscript = Transcript & { originalText: string };

function responseOf(
  { originalText, text, segments, words, ...facts }: ReadTranscript,
  { body, usage, cost, isByok }: ResponseFacts,
) {
  // The times of single words would reveal what a rule removed from the text.
  const times = text === originalText ? { ...(segments && { segments }), ...(words && { words }) } : {};
  const isVerbose = body.response_format === "verbose_json";
  return {
    text,
    ...(isVerbose && { task: "transcribe", ...facts, ...times }),
    usage: { ...countsOf(usage), cost, is_byok: isByok },
  };
}

function countsOf(usage: Usage) {
  const { seconds, input_tokens: text = 0, input_audio_tokens: audio = 0, output_tokens: output = 0 } = usage;
  if (seconds !== undefined && !text && !audio) return { seconds };
  return {
    input_tokens: text + audio,
    output_tokens: output,
    total_tokens: text + audio + output,
    ...(seconds !== undefined && { seconds }),
  };
}
