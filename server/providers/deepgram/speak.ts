import type { SpeechRequest } from "#lib/contract/speech.ts";
import { UpstreamError } from "#server/errors.ts";
import { charactersIn } from "../audio/characters.ts";
import { bytesIn, requireSound } from "../audio/speech.ts";
import { postJson } from "../exchange/send.ts";
import type { MeteredPieces, UpstreamCall } from "../media.ts";
import { queryOf, tokenHeader } from "./query.ts";

const DEFAULT_VOICES: Record<string, string> = { aura: "asteria-en", "aura-2": "thalia-en" };
const FORMATS = {
  mp3: { encoding: "mp3" },
  pcm: { encoding: "linear16", container: "none", sample_rate: "24000" },
};

/** Streams text to speech from Deepgram (Aura). */
export async function deepgramSpeak(call: UpstreamCall<SpeechRequest>): Promise<MeteredPieces<Uint8Array>> {
  const { request, options, model, credential } = call;
  const { input, voice, speed, response_format: format } = request;
  const query = queryOf(options, { model: voiceModel(model, voice), ...FORMATS[format ?? "pcm"] });
  const reply = await postJson(call, `/v1/speak?${query}`, tokenHeader(credential), { text: input });
  const response = requireSound(reply);
  const { headers } = response;
  const characters = Number(headers.get("dg-char-count"));
  const upstreamId = headers.get("dg-request-id");
  const facts = {
    usage: { characters: characters > 0 ? characters : charactersIn(input) },
    ...(upstreamId !== null && { upstreamId }),
    ...(typeof speed === "number" && speed !== 1 && { notes: ["speed: dropped (not supported by the provider)"] }),
  };
  return { pieces: bytesIn(response), facts: () => facts };
}

/**
 * Returns the model name that includes the voice, e.g. `aura-2-thalia-en`. The voice may be short: `thalia-en` or
 * `thalia`.
 */
function voiceModel(model: string, voice: string | null | undefined): string {
  const call = voice ?? DEFAULT_VOICES[model] ?? "";
  const short = call.startsWith(`${model}-`) ? call.slice(model.length + 1) : call;
  if (!/^[a-z]{2,20}(-[a-z]{2})?$/.test(short)) {
    const message = `voice: use one of ${model}, such as ${model}-${DEFAULT_VOICES[model] ?? "asteria-en"}`;
    throw new UpstreamError(400, message, { retryable: true, fault: "model" });
  }
  return `${model}-${short}${short.includes("-") ? "" : "-en"}`;
}
