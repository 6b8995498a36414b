import type { Body } from "#server/dialects/dialect.ts";
import { SSE_HEADERS } from "#server/dialects/frames.ts";
import { responseFrames } from "#server/dialects/gemini/response/response-frames.ts";
import { speechContentTexts, spokenText, voiceSamples } from "#server/dialects/gemini/speech/speech-texts.ts";
import { googleStatus } from "#server/errors.ts";
import { boundSpeech, estimateSpeech } from "#server/pipeline/budget/audio-usage.ts";
import { mediaTokensOf } from "#server/pipeline/budget/media-tokens.ts";
import type { Providers } from "#server/pipeline/converted/dropped-fields.ts";
import type { MediaOperation, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import { servingProvider } from "#server/providers/serving.ts";
import type { Usage } from "#server/providers/usage/usage.ts";

const NOT_GOOGLE =
  "generationConfig.responseModalities: only Google's speech models make AUDIO here; call others with POST /audio/speech";

/** Speech in Google's form: requests and responses of Google's models pass through. Recorded as any other speech. */
export function contentSpeech(providers: Providers): MediaOperation<Body, Body, Body> {
  return {
    id: "createSpeech",
    makes: "speech",
    serves: (provider) => provider.speak !== undefined,
    refuses: (_, endpoint) => (servingProvider(providers, endpoint)?.speakContent ? undefined : NOT_GOOGLE),
    findTexts: speechContentTexts,
    streams: ({ stream }) => stream === true,
    // Some models generate all of the audio before they send any.
    beginsLate: true,
    hasAscii: true,
    estimate: (body) => ({ ...estimateSpeech(spokenIn(body)), ...samplesIn(body) }),
    bound: (body, { maxOutputTokens }, isScarce) => ({
      ...limitedTo(boundSpeech(spokenIn(body), isScarce), [maxOutputTokens, configOf(body).maxOutputTokens]),
      ...samplesIn(body),
    }),
    ask(provider, call) {
      if (!provider.speakContent) throw new Error(`${provider.id} does not take speech in Google's form`);
      return provider.speakContent(call);
    },
    reply: withNames,
    pieces: {
      headers: () => ({ ...SSE_HEADERS }),
      encode: (piece, facts) => responseFrames(withNames(piece, facts)),
      fail: ({ status, message }) => responseFrames({ error: { code: status, message, status: googleStatus(status) } }),
    },
  };
}

/** The names of the model and the response are the gateway's, as in text. */
function withNames(response: Body, { model, id }: ResponseFacts): Body {
  return { ...response, modelVersion: model, responseId: id };
}

function spokenIn(body: Body) {
  return { model: String(body.model), input: spokenText(body) };
}

function configOf({ generationConfig }: Body): Body {
  return generationConfig as Body;
}

/** Google counts the samples of a voice as input. */
function samplesIn(body: Body): Usage {
  const tokens = voiceSamples(body).map(({ base64: data }) => mediaTokensOf({ format: "wav", data }) ?? 0);
  return tokens.length > 0 ? { input_audio_tokens: tokens.reduce((sum, one) => sum + one, 0) } : {};
}

function limitedTo(usage: Usage, limits: readonly unknown[]): Usage {
  const least = Math.min(...limits.filter((limit) => typeof limit === "number" && limit > 0).map(Number));
  return { ...usage, output_audio_tokens: Math.min(usage.output_audio_tokens ?? 0, least) };
}
