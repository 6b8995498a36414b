import { isRecord } from "#lib/is-record.ts";
import type { Body, Observation } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { recordsOf, textOf } from "../read-field.ts";
import { emptyResponse, statusOf } from "../stream-failure.ts";

/** Reads one chunk of an upstream that speaks text completions. */
export function observeEvent(event: Body): Observation {
  const error = isRecord(event.error) ? event.error : undefined;
  let text = "";
  let finish: string | undefined;
  for (const choice of recordsOf(event.choices)) {
    text += textIn(choice);
    finish ??= finishOf(choice.finish_reason);
  }
  return {
    id: textOf(event.id),
    model: textOf(event.model),
    content: text !== "" || undefined,
    text: text === "" ? undefined : text,
    usage: isRecord(event.usage) ? event.usage : undefined,
    finish,
    error: error && {
      status: statusOf(error),
      message: textOf(error.message) ?? "The provider's stream failed",
      raw: error,
    },
    end: finish === undefined ? undefined : true,
  };
}

/** Reads a whole completion. */
export function observeResponse(response: Body): Observation {
  const seen = observeEvent(response);
  return seen.error || recordsOf(response.choices).length > 0 ? seen : { error: emptyResponse(response) };
}

/** Mistral sends its completions in the form of a chat. */
function textIn({ text, delta, message }: Body): string {
  const other = delta ?? message;
  return textOf(text) ?? (isRecord(other) ? (textOf(other.content) ?? "") : "");
}
