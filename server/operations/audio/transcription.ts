import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { boundTranscript, estimateTranscript } from "#server/pipeline/budget/audio-usage.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import { estimateSeconds, type SoundFile } from "#server/providers/audio/sound-file.ts";
import { providers } from "#server/providers/registry.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { originalOf, type ReadTranscript, responseOf, transcriptTexts } from "./read-transcript.ts";
import { inLines, isDiarized } from "./speaker-segments.ts";
import { subtitlesOf } from "./subtitles.ts";
import { transcriptionTexts } from "./texts.ts";
import { transcriptEvents } from "./transcript-events.ts";

/** Transcribes one audio file. It is not part of the body, because it is large and no rule could read it. */
export function transcriptionOf(sound: SoundFile): MediaOperation<TranscriptionRequest, ReadTranscript> {
  return {
    id: "createTranscription",
    makes: "transcription",
    parameters: ({ temperature }) => (typeof temperature === "number" ? ["temperature"] : []),
    serves: (provider) => provider.transcribe !== undefined,
    refuses(body, endpoint) {
      if (!isDiarized(body) || separatesSpeakers(endpoint)) return undefined;
      return `response_format: ${endpoint.model} does not separate speakers; use openai/gpt-4o-transcribe-diarize`;
    },
    findTexts: transcriptionTexts,
    estimate: () => estimateTranscript(sound),
    bound: () => boundTranscript(sound),
    async ask(provider, call) {
      if (!provider.transcribe) throw new Error(`${provider.id} does not support transcription`);
      const request = { ...call.request, response_format: providerFormat(call.request) };
      const response = await provider.transcribe({ ...call, request, sound });
      return originalOf(isDiarized(call.request) ? { ...response, result: inLines(response.result) } : response);
    },
    texts: transcriptTexts,
    reply: (transcript, facts) => responseOf("transcribe", transcript, facts),
    text(transcript, facts) {
      if (facts.body.stream === true) return transcriptEvents(transcript, facts);
      return subtitlesOf({ duration: estimateSeconds(sound), ...transcript }, facts.body.response_format);
    },
  };
}

/** Subtitles are made from the times of a verbose response. */
function providerFormat({ response_format: format }: TranscriptionRequest): "json" | "verbose_json" | "diarized_json" {
  if (format === "diarized_json") return format;
  return format === "verbose_json" || format === "srt" || format === "vtt" ? "verbose_json" : "json";
}

function separatesSpeakers(endpoint: ModelEndpoint): boolean {
  return servingProvider(providers, endpoint)?.separatesSpeakers?.test(endpoint.upstreamModel) ?? false;
}
