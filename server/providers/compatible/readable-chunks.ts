import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import type { DataReader } from "../wire/filter-events.ts";

/** Matches what may need a change: arguments, further choices or calls, usage, empty reasons, null in place of a list. */
const MAY_CHANGE =
  /"arguments"\s*:\s*\{|"index"\s*:\s*[1-9]|"usage"\s*:\s*\{|"finish_reason"\s*:\s*""|"choices"\s*:\s*null/;
/** Matches what a chunk of a response has; a failure is the package's to read. */
const IS_CHUNK = /"(?:choices|error)"\s*:/;
const HAS_FINISH = /"finish_reason"\s*:\s*"[^"]/;
const HAS_CALL = /"tool_calls"\s*:\s*\[\s*\{/;
const HAS_TEXT = /"(?:content|reasoning|reasoning_content|refusal)"\s*:\s*(?:"[^"]|\[\s*\{)/;

/**
 * Returns a reader of chat chunks for the SDK package, which would append the texts of all choices to each other, fails
 * on arguments that are not text, on chunks without choices and on an end without a reason, takes an empty reason for
 * one, and reads usage only in its usual place, not where Groq (`x_groq`) and Moonshot (the choice) have it. `note` gets the kinds of dropped content. Create one reader for each stream.
 */
export function readableChunks(note: Note): DataReader {
  const seen = { finish: false, call: false, text: false };
  return (data) => {
    // What some servers send while a model thinks (https://github.com/earendil-works/pi/pull/2466).
    if (data.trim() === "null") return [];
    if (data.trim() === "[DONE]") return seen.finish || !(seen.call || seen.text) ? data : [lastChunk(seen.call), data];
    seen.finish ||= HAS_FINISH.test(data);
    seen.call ||= HAS_CALL.test(data);
    seen.text ||= HAS_TEXT.test(data);
    const event = MAY_CHANGE.test(data) || !IS_CHUNK.test(data) ? tryParse(data, parseJsonText) : undefined;
    if (!isRecord(event)) return data;
    const choices = list(event.choices).map(block);
    const first = choices.filter(({ index }) => !(typeof index === "number" && index > 0));
    if (first.length < choices.length) note("further choices");
    for (const choice of first) writeArguments(choice);
    const usage = event.usage ?? block(event.x_groq).usage ?? first[0]?.usage;
    return JSON.stringify({ ...event, choices: first.map(withReason), usage });
  };
}

/** Returns the end of a response with content whose server closed the stream as usual, but gave no reason. */
function lastChunk(hasCall: boolean): string {
  return JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: hasCall ? "tool_calls" : "unknown" }] });
}

/** A choice that has not ended may have an empty text as its reason. */
function withReason(choice: Block): Block {
  return choice.finish_reason === "" ? { ...choice, finish_reason: null } : choice;
}

function writeArguments({ delta, message }: Block): void {
  for (const call of [...list(block(delta).tool_calls), ...list(block(message).tool_calls)]) {
    const definition = block(block(call).function);
    if (isRecord(definition.arguments)) definition.arguments = JSON.stringify(definition.arguments);
  }
}
