import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { blocks, text } from "../shape.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";

type SystemMessage = Extract<LanguageModelV4Message, { role: "system" }>;

/** Reads the top-level `system`: a string, or text blocks, which stay separate because each may have a cache mark. */
export function decodeSystem(value: unknown, reading: DecodeState): LanguageModelV4Message[] {
  return systemMessages(value, "system", reading);
}

/** Reads a system message between other messages; Google accepts instructions only at the start. */
export function decodeSystemMessage(value: unknown, path: string, reading: DecodeState): LanguageModelV4Message[] {
  const messages = systemMessages(value, path, reading);
  if (reading.target.family !== "google") return messages;
  note(reading, path, "changed to a user message");
  return messages.map(({ content }) => ({ role: "user", content: [{ type: "text", text: content }] }));
}

function systemMessages(value: unknown, path: string, reading: DecodeState): SystemMessage[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [{ role: "system", content: value }];
  const messages = blocks(value, path).flatMap(({ block, type, path: at }): SystemMessage[] => {
    if (type !== "text") {
      note(reading, at, `dropped (${type})`);
      return [];
    }
    const content = text(block.text, `${at}.text`);
    const providerOptions = anthropicOptions({ cacheControl: cacheControl(block, at, reading) });
    return [{ role: "system", content, ...(providerOptions && { providerOptions }) }];
  });
  return reading.target.family === "anthropic" ? messages : joinMessages(messages, path, reading);
}

/** Joins system messages, because many chat templates accept only one. */
function joinMessages(messages: SystemMessage[], path: string, reading: DecodeState): SystemMessage[] {
  if (messages.length < 2) return messages;
  note(reading, path, "changed to one text");
  return [{ role: "system", content: messages.map(({ content }) => content).join("\n\n") }];
}
