import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import type { DataReader } from "../wire/filter-events.ts";

/** Matches arguments as an object, further choices (or calls), and Groq's own place for the usage. */
const MAY_CHANGE = /"arguments"\s*:\s*\{|"index"\s*:\s*[1-9]|"x_groq"/;

/**
 * Returns a reader of chat chunks for the SDK package, which would append the texts of all choices to each other and
 * fails on arguments that are not text, and which reads usage only in its usual place. `note` gets the kinds of dropped
 * content.
 */
export function readableChunks(note: Note): DataReader {
  return (data) => {
    const event = MAY_CHANGE.test(data) ? tryParse(data, parseJsonText) : undefined;
    if (!isRecord(event) || !Array.isArray(event.choices)) return data;
    const choices = event.choices.map(block);
    const first = choices.filter(({ index }) => !(typeof index === "number" && index > 0));
    if (first.length < choices.length) note("further choices");
    for (const choice of first) writeArguments(choice);
    const usage = event.usage ?? block(event.x_groq).usage;
    return JSON.stringify({ ...event, choices: first, usage });
  };
}

function writeArguments({ delta, message }: Block): void {
  for (const call of [...list(block(delta).tool_calls), ...list(block(message).tool_calls)]) {
    const definition = block(block(call).function);
    if (isRecord(definition.arguments)) definition.arguments = JSON.stringify(definition.arguments);
  }
}
