import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block, list, tryParse } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import type { DataReader } from "../wire/filter-events.ts";

/**
 * Matches what may need a change: arguments and reasoning as objects, further choices or calls, usage, empty reasons,
 * null in place of a list.
 */
const MAY_CHANGE =
  /"(?:arguments|reasoning_content)"\s*:\s*\{|"index"\s*:\s*[1-9]|"usage"\s*:\s*\{|"finish_reason"\s*:\s*""|"choices"\s*:\s*null/;
/** Matches what a chunk of a response has; a failure is the package's to read. */
const IS_CHUNK = /"(?:choices|error)"\s*:/;
const HAS_FINISH = /"finish_reason"\s*:\s*"[^"]/;
const HAS_CALL = /"tool_calls"\s*:\s*\[\s*\{/;
/** Matches a chunk with a message in place of a part of one. */
const IS_WHOLE = /^(?!.*"delta"\s*:).*"message"\s*:\s*\{/s;
const HAS_TEXT = /"(?:content|reasoning|reasoning_content|refusal)"\s*:\s*(?:"[^"]|\[\s*\{)/;

/**
 * Returns a reader of chat chunks for the SDK package, which would append the texts of all choices to each other, fails
 * on arguments that are not text, on chunks without choices and on an end without a reason, and takes an empty reason
 * for one. It reads neither messages in place of parts, nor reasoning that comes only in parts, nor usage where Groq
 * (`x_groq`) and Moonshot (the choice) have it. `note` gets the kinds of dropped content. Create one reader for each
 * stream.
 */
export function readableChunks(note: Note): DataReader {
  const seen = { finish: false, call: false, text: false };
  return (data) => {
    // What some servers send while a model thinks (https://github.com/earendil-works/pi/pull/2466).
    if (data.trim() === "null") return [];
    if (data.trim() === "[DONE]") return seen.finish || !(seen.call || seen.text) ? data : [lastChunk(seen.call), data];
    seen.finish ||= HAS_FINISH.test(data);
    const hasCall = HAS_CALL.test(data);
    const isFirst = !(seen.call || seen.text);
    seen.call ||= hasCall;
    seen.text ||= HAS_TEXT.test(data);
    const isBare = hasCall && !data.includes('"function"');
    const isWhole = IS_WHOLE.test(data);
    const isChanged = isBare || isWhole || MAY_CHANGE.test(data) || !IS_CHUNK.test(data) || hasOnlyDetails(data);
    const event = isChanged ? tryParse(data, parseJsonText) : undefined;
    if (!isRecord(event)) return data;
    const choices = list(event.choices).map((choice) => (isWhole ? withDelta(block(choice), isFirst) : block(choice)));
    const first = choices.filter(({ index }) => !(typeof index === "number" && index > 0));
    if (first.length < choices.length) note("further choices");
    for (const choice of first) {
      completeCalls(choice);
      flattenReasoning(choice);
    }
    if (hasOnlyDetails(data)) for (const choice of first) writeReasoning(choice);
    const usage = event.usage ?? block(event.x_groq).usage ?? first[0]?.usage;
    return JSON.stringify({ ...event, choices: first.map(withReason), usage });
  };
}

/**
 * Returns a choice with its message as a part: some servers send a stream of one chunk that has the whole response
 * (https://github.com/Amm1rr/WebAI-to-API/issues/55). After other content, the message repeats it and is left out.
 */
function withDelta(choice: Block, isFirst: boolean): Block {
  const { message, ...rest } = choice;
  if (!isRecord(message)) return choice;
  const calls = list(message.tool_calls).map((call, index) => ({ index, ...block(call) }));
  return { ...rest, delta: isFirst ? { ...message, ...(calls.length > 0 && { tool_calls: calls }) } : {} };
}

/** Returns the end of a response with content whose server closed the stream as usual, but gave no reason. */
function lastChunk(hasCall: boolean): string {
  return JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: hasCall ? "tool_calls" : "unknown" }] });
}

/** A choice that has not ended may have an empty text as its reason. */
function withReason(choice: Block): Block {
  return choice.finish_reason === "" ? { ...choice, finish_reason: null } : choice;
}

/** Matches reasoning only in parts, as MiniMax sends it. */
function hasOnlyDetails(data: string): boolean {
  return data.includes('"reasoning_details"') && !/"reasoning(?:_content)?"/.test(data);
}

function writeReasoning({ delta, message }: Block): void {
  for (const part of [delta, message].filter(isRecord)) {
    const texts = list(part.reasoning_details).map((detail) => block(detail).text);
    part.reasoning_content = texts.filter((text) => typeof text === "string").join("");
  }
}

/** Envoy AI Gateway sends reasoning with its signature (https://github.com/envoyproxy/ai-gateway). */
function flattenReasoning({ delta, message }: Block): void {
  for (const part of [delta, message].filter(isRecord))
    if (isRecord(part.reasoning_content)) part.reasoning_content = part.reasoning_content.text ?? "";
}

function completeCalls({ delta, message }: Block): void {
  for (const call of [...list(block(delta).tool_calls), ...list(block(message).tool_calls)]) {
    // A server may send an id alone, on which the package fails.
    if (isRecord(call) && call.custom === undefined) call.function ??= {};
    const definition = block(block(call).function);
    if (isRecord(definition.arguments)) definition.arguments = JSON.stringify(definition.arguments);
  }
}
