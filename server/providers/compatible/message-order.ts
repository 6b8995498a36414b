import { type Block, block, list } from "../exchange/json.ts";
import type { FieldNote } from "../requests/field-note.ts";

/** Matches the names of Mistral's models, wherever they are served. */
export const MISTRALS = /(?:st|xt)ral/i;

/**
 * Returns a chat body with an answer of the model between a tool's result and a message of the user for Mistral's
 * models, which reject that order (https://github.com/onyx-dot-app/onyx/issues/6458): agents that speak the Messages
 * API add reminders to results, and users interrupt.
 */
export function withAnswersAfterResults(body: Block, note: FieldNote): Block {
  if (!MISTRALS.test(String(body.model))) return body;
  const messages = list(body.messages).map(block);
  const isAfterResult = (at: number) => messages[at]?.role === "user" && messages[at - 1]?.role === "tool";
  if (!messages.some((_, at) => isAfterResult(at))) return body;
  const ordered = messages.flatMap((message, at) => {
    if (!isAfterResult(at)) return [message];
    note(`messages[${at}]`, "sent after an added answer “OK.”, since the model takes none directly after a result");
    return [{ role: "assistant", content: "OK." }, message];
  });
  return { ...body, messages: ordered };
}
