import type { SpeechRequest } from "#lib/contract/speech.ts";
import { UpstreamError } from "#server/errors.ts";
import { charactersIn } from "../../audio/characters.ts";
import { eventsIn } from "../../audio/events.ts";
import { bytesIn, requireSound, speechFromWav } from "../../audio/speech.ts";
import type { Block } from "../../exchange/json.ts";
import { blockOf, postJson } from "../../exchange/send.ts";
import type { MeteredPieces, ResponseFacts, UpstreamCall } from "../../media.ts";
import { count } from "../../usage/tokens.ts";
import type { Usage } from "../../usage/usage.ts";
import { bearer } from "../bearer.ts";

/** Differences between upstreams of the dialect. */
export type SpeakQuirks = {
  /** The default voice, if the upstream requires one. */
  defaultVoice?: string;
  /** Models that report tokens, in a stream of events. */
  reportsTokens?: RegExp;
  /** Models that are billed by character. */
  billsCharacters?: RegExp;
  /** Only returns WAV. */
  onlyWav?: boolean;
};

/** Returns an adapter for `/audio/speech` in OpenAI's dialect. */
export function openaiSpeak({ defaultVoice, reportsTokens, billsCharacters, onlyWav = false }: SpeakQuirks = {}) {
  return async (call: UpstreamCall<SpeechRequest>): Promise<MeteredPieces<Uint8Array>> => {
    const { request, model, credential } = call;
    const { stream_format: ____, ...options } = call.options;
    const { user: _, input_references: __, stream_format: ___, ...rest } = request;
    const format = request.response_format ?? "pcm";
    const isMetered = reportsTokens?.test(model) ?? false;
    const body = withoutNulls({
      ...options,
      ...rest,
      model,
      voice: request.voice ?? options.voice ?? defaultVoice,
      response_format: onlyWav ? "wav" : format,
      ...(isMetered && { stream_format: "sse" }),
    });
    const response = await postJson(call, "/audio/speech", bearer(credential), body);
    if (isMetered && isEvents(response)) return fromEvents(response);
    const bytes = bytesIn(requireSound(response));
    const usage = billsCharacters?.test(model) ? { characters: charactersIn(request.input) } : undefined;
    return { pieces: onlyWav ? speechFromWav(bytes, format) : bytes, facts: () => (usage ? { usage } : {}) };
  };
}

function fromEvents(response: Response): MeteredPieces<Uint8Array> {
  const facts: ResponseFacts = {};
  return { pieces: soundOf(response, facts), facts: () => facts };
}

async function* soundOf(response: Response, facts: ResponseFacts): AsyncGenerator<Uint8Array> {
  for await (const event of eventsIn(response)) {
    if (event.type === "speech.audio.delta" && typeof event.audio === "string")
      yield Buffer.from(event.audio, "base64");
    if (event.type !== "speech.audio.done") continue;
    const rawUsage = blockOf(event, "usage");
    if (rawUsage) Object.assign(facts, { rawUsage, usage: speakUsage(rawUsage) });
    return;
  }
  throw new UpstreamError(502, "The provider cut off its response", { retryable: true });
}

/** Reads usage with text input and audio output. */
function speakUsage(raw: Block): Usage {
  return { input_tokens: count(raw.input_tokens), output_audio_tokens: count(raw.output_tokens) };
}

function isEvents({ headers }: Response): boolean {
  return (headers.get("content-type") ?? "").startsWith("text/event-stream");
}

function withoutNulls(body: Block): Block {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}
