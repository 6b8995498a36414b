import type { JSONObject, LanguageModelV4Message } from "@ai-sdk/provider";
import { list, object, oneOf } from "../shape.ts";
import { decodeAssistant } from "./decode-assistant.ts";
import { type DecodeState, note } from "./decode-state.ts";
import { decodeSystemMessage } from "./decode-system.ts";
import { decodeUser } from "./decode-user.ts";

const role = oneOf(["user", "assistant", "system"]);

/** Returns the conversation as a neutral prompt. `null` is an empty conversation, as the contract allows. */
export function decodeMessages(value: unknown, reading: DecodeState): LanguageModelV4Message[] {
  if (value === null) return [];
  return list(value, "messages").flatMap((item, index) => {
    const path = `messages[${index}]`;
    const message = object(item, path);
    noteExtras(message, path, reading);
    return decodeMessage(message, path, reading);
  });
}

function decodeMessage(message: JSONObject, path: string, reading: DecodeState): LanguageModelV4Message[] {
  const content = `${path}.content`;
  switch (role(message.role, `${path}.role`)) {
    case "system":
      return decodeSystemMessage(message.content, content, reading);
    case "assistant":
      return decodeAssistant(message.content, content, reading);
    case "user":
      return decodeUser(message.content, content, reading);
  }
}

function noteExtras(message: JSONObject, path: string, reading: DecodeState): void {
  for (const [key, value] of Object.entries(message)) {
    if (key !== "role" && key !== "content" && value !== null) note(reading, `${path}.${key}`, "dropped");
  }
}
