import { type Block, block, list } from "../../exchange/json.ts";
import type { Transcript, TranscriptSegment, TranscriptWord } from "../../media.ts";
import { count } from "../../usage/tokens.ts";
import type { Usage } from "../../usage/usage.ts";

/**
 * Returns usage by duration or tokens, as the model is billed; undefined if the upstream reports neither. Mistral bills
 * `prompt_audio_seconds`, and reports tokens alongside them under the names of chat completions.
 */
export function transcriptUsage(response: Block, raw: Block | undefined, leastSeconds = 0): Usage | undefined {
  const seconds = [raw?.seconds, raw?.prompt_audio_seconds, response.duration].map(Number).find((value) => value > 0);
  const [input, output] = [count(raw?.input_tokens), count(raw?.output_tokens)];
  if (raw && raw.type !== "duration" && input + output > 0) {
    const audio = count(block(raw.input_token_details).audio_tokens);
    return { input_tokens: Math.max(0, input - audio), input_audio_tokens: audio, output_tokens: output };
  }
  return seconds === undefined ? undefined : { seconds: Math.max(seconds, leastSeconds) };
}

/** Returns a verbose response with its times. */
export function parseVerbose(response: Block, text: string): Transcript {
  const segments = list(response.segments).map((segment, index) => segmentOf(block(segment), index));
  const words = list(response.words).map((word) => wordOf(block(word)));
  const detected = [response.language, block(list(response.languages)[0]).code];
  const language = detected.find((value) => typeof value === "string") as string | undefined;
  return {
    text,
    ...(language !== undefined && { language }),
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
