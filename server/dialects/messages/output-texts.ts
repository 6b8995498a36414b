import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent, OutputText, OutputTextFinder } from "../dialect.ts";
import { JSON_TEXT, outputTextAt, outputTextsOf, PLAIN, pieceAt, REASONING, valueAt } from "../output-text.ts";
import { recordsOf } from "../read-field.ts";
import { citationTexts, contentTexts, sealedCitationTexts } from "./texts/texts-block.ts";
import { slot } from "./texts/texts-slot.ts";

/** Finds the texts of messages and their events. */
export const outputTexts: OutputTextFinder = {
  reply: (response) => [
    ...recordsOf(response.content).flatMap(blockTexts),
    ...outputTextAt(response, "stop_sequence", PLAIN),
  ],
  event(event) {
    if (event.type === "message_start") {
      return isRecord(event.message) ? recordsOf(event.message.content).flatMap(blockTexts) : [];
    }
    if (event.type === "content_block_start") return isRecord(event.content_block) ? startTexts(event) : [];
    if (event.type === "message_delta") {
      return isRecord(event.delta) ? outputTextAt(event.delta, "stop_sequence", PLAIN) : [];
    }
    return event.type === "content_block_delta" && isRecord(event.delta) ? deltaTexts(event, event.delta) : [];
  },
  ends(event, channel) {
    if (event.type === "content_block_stop") return channel.startsWith(`${event.index} `);
    return event.type === "message_delta" || event.type === "message_stop";
  },
  // Messages have no token lists.
  dropTokens: () => false,
};

/** Returns the texts of a whole block. Thinking is model output, whether signed or not. */
function blockTexts(block: Body): OutputText[] {
  if (block.type === "thinking") return outputTextsOf(slot(block, "thinking", "thinking", "assistant"), REASONING);
  return [...textsBeside(block, "input"), ...valueAt(block, "input")];
}

/** Returns the texts of a block except those in one field. */
function textsBeside(block: Body, field: string): OutputText[] {
  const slots = contentTexts({ block }, "block", "block", "assistant");
  const sealed = sealedCitationTexts(block.citations, "block.citations", "assistant");
  const pages = Array.isArray(block.content)
    ? recordsOf(block.content)
    : isRecord(block.content)
      ? [block.content]
      : [];
  return [
    ...outputTextsOf([...slots.filter(({ path }) => !path.startsWith(`block.${field}`)), ...sealed]),
    ...pages.flatMap((page) => outputTextAt(page, "url", PLAIN)),
  ];
}

const STARTS = new Map([
  ["text", "text_delta"],
  ["thinking", "thinking_delta"],
]);

/** Returns the texts of a block's start, which may have a first piece of text. */
function startTexts(event: Body): OutputText[] {
  const block = event.content_block as Body;
  const type = STARTS.get(String(block.type));
  if (!type) return blockTexts(block);
  const key = String(block.type);
  return [...pieceOf(event, block, key, type), ...textsBeside(block, key)];
}

const FIELDS = new Map([
  ["text_delta", "text"],
  ["thinking_delta", "thinking"],
  ["input_json_delta", "partial_json"],
  ["compaction_delta", "content"],
]);

function deltaTexts(event: Body, delta: Body): OutputText[] {
  if (isRecord(delta.citation)) {
    const quotes = [citationTexts, sealedCitationTexts].flatMap((texts) => texts([delta.citation], "", "assistant"));
    return outputTextsOf(quotes);
  }
  const type = String(delta.type);
  const key = FIELDS.get(type);
  if (key) return pieceOf(event, delta, key, type);
  // Any field of an unknown delta may be text, except the fields in MARKS.
  const others = Object.keys(delta).filter((name) => !MARKS.has(name));
  return others.flatMap((name) => pieceOf(event, delta, name, type));
}

const MARKS = new Set(["type", "id", "tool_use_id", "signature", "data", "encrypted_content"]);

function pieceOf(event: Body, holder: Body, key: string, type: string): OutputText[] {
  const { index } = event;
  const kind = key === "thinking" ? REASONING : key === "partial_json" ? JSON_TEXT : PLAIN;
  const eventOf = (text: string): DialectEvent => ({
    event: "content_block_delta",
    data: { type: "content_block_delta", index, delta: { type, [key]: text } },
  });
  return pieceAt(holder, key, kind, { channel: `${index} ${type}`, isAll: holder === event.delta, event: eventOf });
}
