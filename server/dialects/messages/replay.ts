import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { recordsOf, textOf } from "../read-field.ts";

/** Message fields that a stream sends at its end. */
const USAGE_AT_END = ["stop_sequence", "stop_details", "container"];

/**
 * Returns a whole message as the equivalent stream events; blocks of an unknown type are sent whole in their start
 * event.
 */
export function replay(response: Body): DialectEvent[] {
  const { content, stop_reason, usage, context_management, ...rest } = response;
  const ending = Object.fromEntries(USAGE_AT_END.filter((key) => key in rest).map((key) => [key, rest[key]]));
  for (const key of USAGE_AT_END) delete rest[key];
  const usageFields = isRecord(usage) ? usage : undefined;
  const start = { input_tokens: 0, ...usageFields, output_tokens: 0 };
  const head = { ...rest, content: [], stop_reason: null, stop_sequence: null, usage: start };
  const message = withNumbersOf(response, head);
  const delta = { stop_sequence: null, ...ending, stop_reason: stop_reason ?? "end_turn" };
  const more = context_management ? { context_management } : {};
  return [
    event("message_start", { message }),
    ...recordsOf(content).flatMap(blockEvents),
    event("message_delta", { delta, usage: usageFields ?? { output_tokens: 0 }, ...more }),
    event("message_stop", {}),
  ];
}

function blockEvents(block: Body, index: number): DialectEvent[] {
  const { start, deltas } = splitBlock(block);
  return [
    event("content_block_start", { index, content_block: start }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

/** Returns a block's start and its deltas. */
function splitBlock(block: Body): { start: Body; deltas: Body[] } {
  if (block.type === "text") {
    const { citations, ...start } = block;
    const citationDeltas = recordsOf(citations).map((citation) => ({ type: "citations_delta", citation }));
    return { start: { ...start, text: "" }, deltas: [...citationDeltas, ...pieceOf("text_delta", "text", block.text)] };
  }
  if (block.type === "thinking") {
    const thinkingDeltas = pieceOf("thinking_delta", "thinking", block.thinking);
    const signatureDeltas = pieceOf("signature_delta", "signature", block.signature);
    return { start: { ...block, thinking: "", signature: "" }, deltas: [...thinkingDeltas, ...signatureDeltas] };
  }
  if (!isRecord(block.input)) return { start: block, deltas: [] };
  const input = { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  return { start: withNumbersOf(block, { ...block, input: {} }), deltas: [input] };
}

function pieceOf(type: string, key: string, text: unknown): Body[] {
  return textOf(text) ? [{ type, [key]: text }] : [];
}

function event(type: string, fields: Body): DialectEvent {
  return { event: type, data: { type, ...fields } };
}
