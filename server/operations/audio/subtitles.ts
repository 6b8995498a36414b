import type { MediaText } from "#server/pipeline/media/media-operation.ts";
import { type ReadTranscript, timesOf } from "./read-transcript.ts";

type Cue = { start: number; end: number; text: string };

/** Returns a transcript as subtitles or as text alone; undefined for a format in JSON. */
export function subtitlesOf(transcript: ReadTranscript, format: unknown): MediaText | undefined {
  const body = textIn(transcript, format);
  return body === undefined ? undefined : { contentType: "text/plain; charset=utf-8", body };
}

function textIn(transcript: ReadTranscript, format: unknown): string | undefined {
  if (format === "text") return `${transcript.text}\n`;
  if (format === "srt") return cuesOf(transcript).map(srtCue).join("");
  if (format === "vtt") return `WEBVTT\n\n${cuesOf(transcript).map(vttCue).join("")}`;
  return undefined;
}

/** Returns one cue for the whole file if there are no segments, or if a rule changed the text. */
function cuesOf(transcript: ReadTranscript): readonly Cue[] {
  const { segments = [] } = timesOf(transcript);
  if (segments.length > 0) return segments;
  const end = transcript.duration ?? transcript.segments?.at(-1)?.end ?? 0;
  return [{ start: 0, end, text: transcript.text }];
}

function srtCue({ start, end, text }: Cue, index: number): string {
  return `${index + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${inOneBlock(text)}\n\n`;
}

function vttCue({ start, end, text }: Cue): string {
  return `${clock(start, ".")} --> ${clock(end, ".")}\n${inOneBlock(text)}\n\n`;
}

/** A blank line ends a cue, and an arrow would start one. */
function inOneBlock(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll("-->", "->");
}

/** Hours may have more than two digits. */
function clock(seconds: number, point: string): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000));
  const part = (unitMs: number, below: number, digits = 2) =>
    String(Math.floor(milliseconds / unitMs) % below).padStart(digits, "0");
  return `${part(3_600_000, 100_000)}:${part(60_000, 60)}:${part(1000, 60)}${point}${part(1, 1000, 3)}`;
}
