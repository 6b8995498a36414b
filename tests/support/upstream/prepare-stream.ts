import type { EventStream, WireEvent } from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import type { Prepared } from "./prepared-response.ts";

/** Encodes a stream, one buffer per event, with the faults that change events. */
export function prepareStream(stream: EventStream, providerHeaders: Record<string, string>, fault: Fault): Prepared {
  const type = fault.wrongContentType ? "text/plain" : (stream.contentType ?? "text/event-stream; charset=utf-8");
  const headers = { "content-type": type, "cache-control": "no-cache", ...providerHeaders };
  const frames = stream.encode(withFaultyEvents(stream, fault));
  const broken = fault.malformedAfterEvents;
  if (broken !== undefined && frames[broken]) frames[broken] = brokenFrame(frames[broken]);
  const kept = withLineEnds(frames.slice(0, fault.endAfterEvents ?? frames.length), fault);
  return { status: 200, headers, pieces: kept.map((frame) => Buffer.from(frame)), isStream: true, fault };
}

function withLineEnds(frames: string[], { lineEnds, byteOrderMark }: Fault): string[] {
  let at = 0;
  const ended = lineEnds
    ? frames.map((frame) => frame.replace(/\r?\n/g, () => lineEnds[at++ % lineEnds.length] ?? "\n"))
    : frames;
  return byteOrderMark ? ended.map((frame, index) => (index === 0 ? `\ufeff${frame}` : frame)) : ended;
}

function withFaultyEvents(stream: EventStream, fault: Fault): WireEvent[] {
  const events = fault.unknownEvent ? stream.events.toSpliced(2, 0, stream.unknownEvent) : stream.events;
  const sent = fault.errorAfterEvents;
  if (sent === undefined) return events;
  return [...events.slice(0, sent), ...stream.errorEvents(529, sent)];
}

function brokenFrame(frame: string): string {
  const end = frame.trimEnd().length;
  const start = frame.indexOf("data: ") + 6;
  return frame.slice(0, start + Math.ceil((end - start) / 2)) + frame.slice(end);
}
