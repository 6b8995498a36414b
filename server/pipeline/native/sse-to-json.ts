import type { Body, DialectEvent, Observation } from "#server/dialects/dialect.ts";
import { hasChoices, hasSeveralChoices } from "#server/dialects/has-choices.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { maskSecrets } from "#server/providers/requests/mask.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";
import { reportedFailure } from "../attempts/attempt-failure.ts";
import { note, noteItems } from "../attempts/attempt-state.ts";
import { cutOffError, unreadableError } from "../attempts/failure.ts";
import { parseResponse } from "../streaming/parse-response.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";

const DONE = "[DONE]";

/**
 * Collects a native stream into the equivalent whole response. `add` throws for a failure that the stream reports and
 * for invalid events.
 */
export type SseCollector = {
  /** Adds the data of one event. */
  add(data: string): void;
  hasContent(): boolean;
  /** Returns whether no more events are expected. */
  isOver(): boolean;
  /**
   * Returns the response and updates the attempt state as a stream would. Throws if the stream was cut off; then
   * nothing of it counts.
   */
  finish(): Body;
};

export function createSseCollector(call: TextCall, attempt: TextAttempt): SseCollector {
  const { dialect, body } = call;
  const events: DialectEvent[] = [];
  const all: { observation: Observation; atMs: number }[] = [];
  let isDone = false;
  let hasContent = false;
  let hasEnd = false;
  return {
    add(data) {
      if (data === "" || data === "null" || data === DONE) {
        isDone ||= data === DONE;
        return;
      }
      const event = parseResponse(data, parseJsonText);
      if (!event) throw unreadableError(maskSecrets(data.slice(0, 2000), attempt.candidate.credential));
      const observation = dialect.observeEvent(event);
      if (observation.error) {
        const failure = reportedFailure(call, attempt, observation.error);
        // Output that was generated is billed although the caller does not receive it.
        attempt.state.hasStarted ||= hasContent;
        throw failure;
      }
      events.push({ data: event });
      all.push({ observation, atMs: performance.now() });
      hasContent ||= observation.content === true;
      hasEnd ||= observation.end === true;
    },
    hasContent: () => hasContent,
    isOver: () => isDone || (hasEnd && !hasChoices(dialect)),
    finish() {
      // With several choices, the end of one says nothing about the others.
      const isWhole = isDone || !hasSeveralChoices(dialect, body);
      if (!isWhole || !hasEnd) throw cutOffError();
      const response = dialect.collect(events);
      const native = attempt.candidate.provider.native?.[dialect.id];
      for (const { observation: seen, atMs } of all) {
        note(attempt.state, seen, atMs);
        noteItems(attempt.state, seen, native);
      }
      return response;
    },
  };
}

/** Returns the whole response for an upstream that streams although a whole response was requested. */
export function sseToJson(call: TextCall, attempt: TextAttempt, text: string): Body {
  const gatherer = createSseCollector(call, attempt);
  eachData(quoteText(text), gatherer.add);
  return gatherer.finish();
}

/** Returns the events with line feeds. The last one may lack its final blank line. */
function quoteText(text: string): Buffer {
  return createFrames().push(Buffer.from(`${text}\n\n`)) ?? Buffer.alloc(0);
}
