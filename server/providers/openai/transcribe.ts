import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { UpstreamError } from "#server/errors.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, postForm, readJson, unusableError } from "../exchange/send.ts";
import type { Metered, Transcript, TranscriptCall, TranscriptSegment, TranscriptWord } from "../media.ts";
import { count } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";
import { bearer } from "./bearer.ts";

/** Differences between upstreams of the dialect. */
export type TranscribeQuirks = {
  /** Models that return timestamps; absent: all. */
  givesTimes?: RegExp;
  /**
   * The minimum number of billed seconds, if it bills by duration and reports the duration only in verbose responses.
   */
  leastSeconds?: number;
};

/** Returns an adapter for `/audio/transcriptions` in OpenAI's dialect. */
export function openaiTranscribe({ givesTimes, leastSeconds }: TranscribeQuirks = {}) {
  return async (call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>> => {
    const { request, model, credential } = call;
    const isVerbose = request.response_format === "verbose_json";
    const hasTimes = givesTimes?.test(model) ?? true;
    // Some clients always request segments, but request words only if they need them.
    if (!hasTimes && request.timestamp_granularities?.includes("word")) {
      throw new UpstreamError(400, `timestamp_granularities: ${request.model} has no timestamps`, {
        retryable: true,
        fault: "model",
      });
    }
    const format = hasTimes && (isVerbose || leastSeconds !== undefined) ? "verbose_json" : "json";
    const response = await readJson(
      await postForm(call, "/audio/transcriptions", bearer(credential), formOf(call, format, isVerbose)),
    );
    if (typeof response.text !== "string") throw unusableError(response);
    const rawUsage = blockOf(response, "usage");
    const usage = usageOf(response, rawUsage, leastSeconds);
    const id = block(response.x_groq).id ?? response.id;
    return {
      result: isVerbose ? parseVerbose(response, response.text) : { text: response.text },
      ...(usage && { usage }),
      ...(rawUsage && { rawUsage }),
      ...(typeof id === "string" && { upstreamId: id }),
      ...(isVerbose && !hasTimes && { notes: ["response_format: the model has no timestamps"] }),
    };
  };
}

// Fields that the form sends in another way or omits.
const OWN = new Set(["file", "model", "input_audio", "response_format", "timestamp_granularities", "stream", "user"]);

function formOf(
  { request, options, model, sound }: TranscriptCall<TranscriptionRequest>,
  format: string,
  isVerbose: boolean,
) {
  const form = new FormData();
  form.append("file", sound.bytes, `sound.${sound.format}`);
  form.append("model", model);
  form.append("response_format", format);
  if (isVerbose)
    for (const unit of request.timestamp_granularities ?? []) form.append("timestamp_granularities[]", unit);
  for (const [name, value] of Object.entries({ ...options, ...request })) {
    if (OWN.has(name) || value === null || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      form.append(
        Array.isArray(value) ? `${name}[]` : name,
        typeof item === "object" ? JSON.stringify(item) : String(item),
      );
    }
  }
  return form;
}

/** Returns usage by duration or tokens, as the model is billed; undefined if the upstream reports neither. */
function usageOf(response: Block, raw: Block | undefined, leastSeconds = 0): Usage | undefined {
  const seconds = [raw?.seconds, response.duration].map(Number).find((value) => value > 0);
  if (raw && raw.type !== "duration" && count(raw.total_tokens) > 0) {
    const audio = count(block(raw.input_token_details).audio_tokens);
    const input = count(raw.input_tokens);
    return {
      input_tokens: Math.max(0, input - audio),
      input_audio_tokens: audio,
      output_tokens: count(raw.output_tokens),
    };
  }
  return seconds === undefined ? undefined : { seconds: Math.max(seconds, leastSeconds) };
}

function parseVerbose(response: Block, text: string): Transcript {
  const segments = list(response.segments).map((segment, index) => segmentOf(block(segment), index));
  const words = list(response.words).map((word) => wordOf(block(word)));
  return {
    text,
    ...(typeof response.language === "string" && { language: response.language }),
    ...(Number(response.duration) > 0 && { duration: Number(response.duration) }),
    ...(segments.length > 0 && { segments }),
    ...(words.length > 0 && { words }),
  };
}

const NUMBERS = ["seek", "temperature", "avg_logprob", "compression_ratio", "no_speech_prob"] as const;

function segmentOf(raw: Block, index: number): TranscriptSegment {
  const numbers = NUMBERS.filter((name) => typeof raw[name] === "number").map((name) => [name, raw[name]]);
  const tokens = list(raw.tokens).filter((token) => Number.isInteger(token)) as number[];
  return {
    id: Number.isInteger(raw.id) ? (raw.id as number) : index,
    ...spanOf(raw),
    text: String(raw.text ?? ""),
    ...Object.fromEntries(numbers),
    ...(tokens.length > 0 && { tokens }),
    ...(typeof raw.speaker === "string" && { speaker: raw.speaker }),
  };
}

function wordOf(raw: Block): TranscriptWord {
  const confidence = raw.confidence ?? raw.probability;
  return {
    word: String(raw.word ?? ""),
    ...spanOf(raw),
    ...(typeof confidence === "number" && { confidence }),
    ...(typeof raw.speaker === "string" && { speaker: raw.speaker }),
  };
}

function spanOf({ start, end }: Block): { start: number; end: number } {
  return { start: Number(start) || 0, end: Number(end) || 0 };
}
