import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../../dialect.ts";
import { invalid, omitUndefined } from "../../read-field.ts";
import { messagesOfInput } from "./input-messages.ts";

/** Fields of the Responses API that refer to what a server stores, and that chat cannot have. */
const STORED = ["previous_response_id", "conversation", "prompt"];

/** Returns the chat body for a body of the Responses API, but for its tools. Throws HttpError 400 that names the field. */
export function bodyOfResponses(body: Body): Body {
  const stored = STORED.find((name) => body[name] !== undefined && body[name] !== null);
  if (stored) throw invalid(stored, "must be absent from /chat/completions: send the whole conversation");
  const {
    input,
    instructions,
    max_output_tokens: limit,
    text,
    messages: _,
    include: __,
    truncation: ___,
    ...others
  } = body;
  const system =
    typeof instructions === "string" && instructions !== "" ? [{ role: "system", content: instructions }] : [];
  const { format, verbosity } = isRecord(text) ? text : {};
  return omitUndefined<Body>({
    ...others,
    messages: [...system, ...messagesOfInput(input)],
    max_completion_tokens: others.max_completion_tokens ?? limit,
    response_format: others.response_format ?? chatFormat(format),
    verbosity: others.verbosity ?? verbosity,
  });
}

function chatFormat(format: unknown): unknown {
  if (!isRecord(format) || format.type !== "json_schema") return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}
