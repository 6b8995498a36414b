import type { SpeechRequest } from "#lib/contract/speech.ts";
import { charactersIn } from "../audio/characters.ts";
import { bytesIn, requireSound } from "../audio/speech.ts";
import { block } from "../exchange/json.ts";
import { postJson } from "../exchange/send.ts";
import type { MeteredPieces, UpstreamCall } from "../media.ts";
import { keyHeader } from "./key-header.ts";

/** George, the voice of the provider's own examples, which every account has. */
const DEFAULT_VOICE = "JBFqnCBsd6RMkjVDRZzb";
const FORMATS = { mp3: "mp3_44100_128", pcm: "pcm_24000" };
/** The speeds that the provider accepts. */
const SPEEDS = { least: 0.7, most: 1.2 };

/** Streams text to speech from ElevenLabs. */
export async function elevenlabsSpeak(call: UpstreamCall<SpeechRequest>): Promise<MeteredPieces<Uint8Array>> {
  const { request, options, model, credential } = call;
  const { input, voice, speed, response_format: format } = request;
  const notes: string[] = [];
  const settings = { ...block(options.voice_settings), ...speedOf(speed, notes) };
  const path = `/v1/text-to-speech/${encodeURIComponent(voice ?? DEFAULT_VOICE)}/stream?output_format=${FORMATS[format ?? "pcm"]}`;
  const body = {
    ...options,
    text: input,
    model_id: model,
    ...(Object.keys(settings).length > 0 && { voice_settings: settings }),
  };
  const response = requireSound(await postJson(call, path, keyHeader(credential), body));
  const upstreamId = response.headers.get("request-id");
  const credits = response.headers.get("character-cost");
  const facts = {
    usage: { characters: charactersIn(input) },
    ...(credits !== null && { rawUsage: { character_cost: Number(credits) } }),
    ...(upstreamId !== null && { upstreamId }),
    ...(notes.length > 0 && { notes }),
  };
  return { pieces: bytesIn(response), facts: () => facts };
}

function speedOf(speed: number | null | undefined, notes: string[]): { speed?: number } {
  if (speed === null || speed === undefined) return {};
  const limited = Math.min(SPEEDS.most, Math.max(SPEEDS.least, speed));
  if (limited !== speed)
    notes.push(`speed: ${speed} changed to ${limited} (the provider supports ${SPEEDS.least} to ${SPEEDS.most})`);
  return { speed: limited };
}
