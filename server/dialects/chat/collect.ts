import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { statusOf } from "../stream-failure.ts";
import { type Message, mergeDelta, messageBody, newMessage } from "./merge-delta.ts";
import { usageOf } from "./observe.ts";

type Choice = { message: Message; ending: Body; logprobs: Body | null };

/**
 * Collects chunks into a completion. Throws UpstreamError if a chunk reports a failure, and 502 if a choice has no end
 * because the stream was cut.
 */
export function collect(events: DialectEvent[]): Body {
  const chunks = events.map(({ data }) => data).filter(isRecord);
  const failure = chunks.map(({ error }) => error).find(isRecord);
  if (failure) {
    throw new UpstreamError(statusOf(failure), textOf(failure.message) ?? "The provider's stream failed", {
      retryable: true,
    });
  }
  const choices = new Map<unknown, Choice>();
  for (const choice of chunks.flatMap((chunk) => recordsOf(chunk.choices))) mergeChoice(choices, choice);
  // Usage and trailer come last and take precedence.
  const head: Body = {};
  // One by one: a request takes only so many arguments, and a stream may have more chunks.
  for (const { choices: _folded, ...fields } of chunks) Object.assign(head, fields);
  const usage = chunks.map(usageOf).findLast((one) => one !== undefined);
  return {
    ...head,
    ...(usage !== undefined && { usage }),
    object: "chat.completion",
    system_fingerprint: head.system_fingerprint || null,
    choices: [...choices].map(([index, choice]) => completedChoice(index, choice)),
  };
}

function mergeChoice(choices: Map<unknown, Choice>, choice: Body): void {
  const known = choices.get(choice.index) ?? { message: newMessage(), ending: {}, logprobs: null };
  choices.set(choice.index, known);
  if (isRecord(choice.delta)) mergeDelta(known.message, choice.delta);
  if (isRecord(choice.logprobs)) {
    known.logprobs ??= {};
    appendLists(known.logprobs, choice.logprobs);
  }
  const finish_reason = finishOf(choice.finish_reason);
  if (finish_reason !== undefined) {
    known.ending = { finish_reason, native_finish_reason: choice.native_finish_reason ?? null };
  }
}

/** Appends token lists, which arrive in pieces. */
function appendLists(lists: Body, piece: Body): void {
  for (const [name, list] of Object.entries(piece)) {
    const known = lists[name];
    if (Array.isArray(known) && Array.isArray(list)) for (const token of list) known.push(token);
    else lists[name] = Array.isArray(list) ? [...list] : (list ?? known ?? null);
  }
}

function completedChoice(index: unknown, { message, ending, logprobs }: Choice): Body {
  if (!ending.finish_reason) throw new UpstreamError(502, "The provider's stream ended early", { retryable: true });
  return { index, message: messageBody(message), ...ending, logprobs };
}
