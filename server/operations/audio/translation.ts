import type { TranslationRequest } from "#lib/contract/translations.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { boundTranscript, estimateTranscript } from "#server/pipeline/budget/audio-usage.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { SoundFile } from "#server/providers/audio/sound-file.ts";
import { providers } from "#server/providers/registry.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { originalOf, type ReadTranscript, responseOf, transcriptTexts } from "./read-transcript.ts";
import { subtitlesOf } from "./subtitles.ts";
import { transcriptionTexts } from "./texts.ts";

/** Translates one audio file to English text. */
export function translationOf(sound: SoundFile): MediaOperation<TranslationRequest, ReadTranscript> {
  return {
    id: "createTranslation",
    makes: "transcription",
    findTexts: transcriptionTexts,
    estimate: () => estimateTranscript(sound),
    bound: () => boundTranscript(sound),
    texts: transcriptTexts,
    parameters: ({ temperature }) => (typeof temperature === "number" ? ["temperature"] : []),
    serves: (provider) => provider.translate !== undefined,
    refuses: (_, endpoint) =>
      isTranslator(endpoint) ? undefined : "model: this model transcribes but does not translate; use openai/whisper-1",
    async ask(provider, call) {
      if (!provider.translate) throw new Error(`${provider.id} does not support translation`);
      return originalOf(await provider.translate.run({ ...call, sound }));
    },
    reply: (transcript, facts) => responseOf("translate", transcript, facts),
    text: (transcript, { body }) => subtitlesOf(transcript, body.response_format),
  };
}

function isTranslator(endpoint: ModelEndpoint): boolean {
  return servingProvider(providers, endpoint)?.translate?.models.test(endpoint.upstreamModel) ?? false;
}
