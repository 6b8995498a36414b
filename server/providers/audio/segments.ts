import type { TranscriptSegment, TranscriptWord } from "../media.ts";

/** Without a full stop, a segment ends at a pause, or at the length of a Whisper segment. */
const PAUSE_SECONDS = 1;
const LONGEST_SECONDS = 30;

/** Groups words into segments by sentence, speaker and pause, for providers that only return words. */
export function segmentsOf(words: readonly TranscriptWord[]): TranscriptSegment[] {
  const groups: TranscriptWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (!group || endsBefore(group, word)) groups.push([word]);
    else group.push(word);
  }
  return groups.map((group, id) => {
    const [first, last] = [group[0] as TranscriptWord, group.at(-1) as TranscriptWord];
    return {
      id,
      start: first.start,
      end: last.end,
      text: group.map(({ word }) => word).join(" "),
      ...(first.speaker !== undefined && { speaker: first.speaker }),
    };
  });
}

function endsBefore(group: readonly TranscriptWord[], next: TranscriptWord): boolean {
  const [first, last] = [group[0] as TranscriptWord, group.at(-1) as TranscriptWord];
  if (/[.?!。？！]["')\]]?$/.test(last.word) || last.speaker !== next.speaker) return true;
  return next.start - last.end > PAUSE_SECONDS || next.end - first.start > LONGEST_SECONDS;
}

/** Returns whether a response in the requested format has more than a text. */
export function hasTimes({ response_format: format }: { response_format?: unknown }): boolean {
  return format === "verbose_json" || format === "diarized_json";
}

/** Returns the timestamps that the caller asked for: segments, unless only words were requested. */
export function withTimes(
  words: readonly TranscriptWord[],
  {
    response_format: format,
    timestamp_granularities: call,
  }: { response_format?: unknown; timestamp_granularities?: string[] | null | undefined },
): { segments?: TranscriptSegment[]; words?: TranscriptWord[] } {
  if (!hasTimes({ response_format: format })) return {};
  const units = format === "verbose_json" && call?.length ? call : ["segment"];
  return {
    ...(units.includes("segment") && { segments: segmentsOf(words) }),
    ...(units.includes("word") && { words: [...words] }),
  };
}
