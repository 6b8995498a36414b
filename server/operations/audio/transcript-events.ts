import { SSE_HEADERS, toFrames } from "#server/dialects/frames.ts";
import type { MediaText, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import { type ReadTranscript, responseOf } from "./read-transcript.ts";

/**
 * Returns a transcript as OpenAI's events: https://platform.openai.com/docs/api-reference/audio/transcript-text-delta-event.
 * The text is in one piece, since guardrails read the whole of it.
 */
export function transcriptEvents(transcript: ReadTranscript, facts: ResponseFacts): MediaText {
  const { text, usage } = responseOf("transcribe", transcript, facts);
  const events = [
    { type: "transcript.text.delta", delta: text },
    {
      type: "transcript.text.done",
      text,
      usage: { type: usage.seconds === undefined ? "tokens" : "duration", ...usage },
    },
  ];
  return { contentType: SSE_HEADERS["content-type"], body: toFrames(events.map((data) => ({ data }))) };
}
