import type { EventStream, WireEvent } from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import type { Prepared } from "./prepared.ts";

/** Words a stream as bytes, one piece an event, with the faults applied that change events. */
export function prepareStream(stream: EventStream, vendorHeaders: Record<string, string>, fault: Fault): Prepared {
  const type = fault.wrongContentType ? "text/plain" : (stream.contentType ?? "text/event-stream; charset=utf-8");
  const headers = { "content-type": type, "cache-control": "no-cache", ...vendorHeaders };
  const frames = stream.encode(withFaultyEvents(stream, fault));
  const broken = fault.malformedAfterEvents;
  if (broken !== undefined && frames[broken]) frames[broken] = brokenFrame(frames[broken]);
  const kept = frames.slice(0, fault.endAfterEvents ?? frames.length);
  return { status: 200, headers, pieces: kept.map((frame) => Buffer.from(frame)), isStream: true, fault };
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
