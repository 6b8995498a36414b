import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { replayItem } from "./replay-item.ts";

const ENDINGS: ReadonlyMap<unknown, string> = new Map([
  ["incomplete", "response.incomplete"],
  ["failed", "response.failed"],
]);

/** Returns a whole response as the equivalent stream events; items of an unknown type are only sent whole. */
export function replay(reply: Body): DialectEvent[] {
  const inProgress = { ...reply, status: "in_progress", output: [], usage: null, completed_at: null };
  const response = withNumbersOf(reply, inProgress);
  const events: Body[] = [
    { type: "response.created", response },
    { type: "response.in_progress", response },
    ...recordsOf(reply.output).flatMap(replayItem),
    { type: ENDINGS.get(reply.status) ?? "response.completed", response: withStatus(reply) },
  ];
  const numberedEvents = events.map((data, sequence_number) => ({ data: { ...data, sequence_number } }));
  return [...numberedEvents, { data: "[DONE]" }];
}

function withStatus(response: Body): Body {
  return textOf(response.status) ? response : withNumbersOf(response, { ...response, status: "completed" });
}
