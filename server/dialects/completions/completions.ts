import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";
import type { Body, Dialect } from "../dialect.ts";
import { recordsOf } from "../read-field.ts";
import { collect, replay } from "./collect.ts";
import { encoder } from "./encode.ts";
import { observeEvent, observeResponse } from "./observe.ts";
import { outputTexts } from "./output-texts.ts";
import { responseText } from "./response-text.ts";
import { texts } from "./texts.ts";

/**
 * OpenAI's legacy text completions, as served at POST /completions. Only providers that have them natively are asked.
 */
export const completions: Dialect = {
  id: "completions",
  decode() {
    throw new HttpError(400, "Text completions are not converted to another format");
  },
  encoder,
  collect,
  replay,
  complete,
  texts,
  outputTexts,
  responseText,
  observeEvent,
  observeResponse,
};

/** Turns a response in the form of a chat, as Mistral sends it, into a completion, in place. */
function complete(body: Body): boolean {
  let isChanged = false;
  for (const choice of recordsOf(body.choices)) {
    const message = choice.delta ?? choice.message;
    if (!isRecord(message)) continue;
    choice.text ??= typeof message.content === "string" ? message.content : "";
    delete choice.delta;
    delete choice.message;
    isChanged = true;
  }
  if (isChanged) body.object = "text_completion";
  return isChanged;
}
