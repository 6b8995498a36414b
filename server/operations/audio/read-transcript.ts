import type { OutputText } from "#server/dialects/dialect.ts";
import type { ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import type { Metered, Transcript } from "#server/providers/media.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { isDiarized, spokenSegments } from "./speaker-segments.ts";

/** `originalText`: the transcript as the provider returned it, before any rule. */
export type ReadTranscript = Transcript & { originalText: string };

/** Returns the texts of a response. */
export function transcriptTexts(transcript: ReadTranscript): OutputText[] {
  const replace = (text: string) => {
    transcript.text = text;
  };
  return [{ text: transcript.text, form: "plain", isReasoning: false, replace }];
}

/** Returns a provider's response before any rule. */
export function originalOf({ result, ...facts }: Metered<Transcript>): Metered<ReadTranscript> {
  return { result: { ...result, originalText: result.text }, ...facts };
}

/** Returns the times of a transcript; none if a rule changed its text, since they would reveal what it removed. */
export function timesOf({
  originalText,
  text,
  segments,
  words,
}: ReadTranscript): Pick<Transcript, "segments" | "words"> {
  return text === originalText ? { ...(segments && { segments }), ...(words && { words }) } : {};
}

/** Returns the response body in JSON. */
export function responseOf(
  task: "transcribe" | "translate",
  transcript: ReadTranscript,
  { body, usage, cost, isByok }: ResponseFacts,
) {
  const { originalText: _, segments, words: _words, text, ...facts } = transcript;
  const counts = { ...countsOf(usage), cost, is_byok: isByok };
  if (isDiarized(body)) {
    const duration = facts.duration ?? segments?.at(-1)?.end ?? 0;
    return { task, duration, text: oneLine(text), segments: spokenSegments(transcript), usage: counts };
  }
  const isVerbose = body.response_format === "verbose_json";
  return { text, ...(isVerbose && { task, ...facts, ...timesOf(transcript) }), usage: counts };
}

function oneLine(text: string): string {
  return text.replaceAll("\n", " ");
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
