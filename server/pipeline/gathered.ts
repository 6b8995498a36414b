import type { Body, DialectEvent, Observation } from "#server/dialects/dialect.ts";
import { maskSecrets } from "#server/providers/mask.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";
import { parseJsonText } from "#server/shallow-json.ts";
import { toldFailure } from "./attempt-failure.ts";
import { cutOff, unreadable } from "./failure.ts";
import { parseReply } from "./parse-reply.ts";
import { note } from "./reading.ts";
import type { TextAttempt, TextCall } from "./text-call.ts";

const DONE = "[DONE]";

/**
 * The whole reply that a native stream says, for upstreams that stream though a whole answer was asked for: the inverse
 * of `replayed`. Notes in the attempt's reading what a stream would. Throws for a stream that tells a failure, that is
 * cut off, and that cannot be read; nothing of it counts then.
 */
export function gathered(call: TextCall, attempt: TextAttempt, text: string): Body {
  const { dialect, body } = call;
  const events: DialectEvent[] = [];
  const all: Observation[] = [];
  let isDone = false;
  eachData(wholeOf(text), (data) => {
    if (data === "" || data === DONE) {
      isDone ||= data === DONE;
      return;
    }
    const event = parseReply(data, parseJsonText);
    if (!event) throw unreadable(maskSecrets(text.slice(0, 2000), attempt.candidate.credential));
    const seen = dialect.observeEvent(event);
    if (seen.error) throw toldFailure(call, attempt, seen.error);
    events.push({ data: event });
    all.push(seen);
  });
  // One of several choices says nothing of the others.
  const isOver = isDone || dialect.id !== "chat" || !(Number(body.n ?? 1) > 1);
  if (!isOver || !all.some(({ end }) => end)) throw cutOff();
  const reply = dialect.collect(events);
  for (const seen of all) note(attempt.reading, seen, performance.now());
  return reply;
}

/** Its events with line feeds; the last may lack the blank line that ends it. */
function wholeOf(text: string): Buffer {
  return createFrames().push(Buffer.from(`${text}\n\n`)) ?? Buffer.alloc(0);
}
