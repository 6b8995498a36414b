import type { Transcript } from "#server/providers/media.ts";

/** Returns whether the request asks who speaks in each segment. */
export function isDiarized({ response_format: format }: { response_format?: unknown }): boolean {
  return format === "diarized_json";
}

/**
 * Returns a transcript whose text has one line for each segment, so that rules read and change the text and the segments
 * at once.
 */
export function inLines(transcript: Transcript): Transcript {
  const { segments = [] } = transcript;
  if (segments.length === 0) return transcript;
  return { ...transcript, text: segments.map(({ text }) => text.trim().replaceAll(/\s*\n\s*/g, " ")).join("\n") };
}

/** What a speaker says, as OpenAI names it. */
export type SpokenSegment = {
  type: "transcript.text.segment";
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string;
};

/**
 * Returns the segments with the text that rules left of them; none if a rule removed a line break, since a line then
 * belongs to no speaker.
 */
export function spokenSegments({ text, segments = [] }: Transcript): SpokenSegment[] {
  const lines = text.split("\n");
  if (lines.length !== segments.length) return [];
  return segments.map(({ start, end, speaker = "A" }, index) => ({
    type: "transcript.text.segment",
    id: `seg_${String(index + 1).padStart(3, "0")}`,
    start,
    end,
    text: lines[index] ?? "",
    speaker,
  }));
}
