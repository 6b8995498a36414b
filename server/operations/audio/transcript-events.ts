import { SSE_HEADERS, toFrames } from "#server/dialects/frames.ts";
import type { MediaText, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import { type ReadTranscript, responseOf } from "./read-transcript.ts";
import { isDiarized, spokenSegments } from "./speaker-segments.ts";

/**
 * Returns a transcript as OpenAI's events: https://platform.openai.com/docs/api-reference/audio/transcript-text-delta-event.
 * The text is in one piece, or one for each segment of a speaker, since guardrails read the whole of it first.
 */
export function transcriptEvents(transcript: ReadTranscript, facts: ResponseFacts): MediaText {
  const { text, usage } = responseOf("transcribe", transcript, facts);
  const pieces = isDiarized(facts.body) ? spokenSegments(transcript) : [{ type: "transcript.text.delta", delta: text }];
  const events = [
    ...pieces,
    {
      type: "transcript.text.done",
      text,
      usage: { type: usage.seconds === undefined ? "tokens" : "duration", ...usage },
    },
  ];
  return { contentType: SSE_HEADERS["content-type"], body: toFrames(events.map((data) => ({ data }))) };
}
