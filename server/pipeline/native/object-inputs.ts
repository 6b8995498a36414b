import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

const NULL = "null";

/**
 * Returns a reader that replaces `null`, which Llama writes for a call without arguments, by an empty object: other
 * dialects have no other arguments. Pieces wait until they cannot be `null`.
 */
export function objectInputs(): (part: Part) => Part[] {
  const held = new Map<string, string>();
  return (part) => {
    switch (part.type) {
      case "tool-input-start":
        if (part.inputEncoding !== "text") held.set(part.id, "");
        return [part];
      case "tool-input-delta": {
        const before = held.get(part.id);
        if (before === undefined) return [part];
        const text = before + part.delta;
        if (NULL.startsWith(text)) return held.set(part.id, text) && [];
        held.delete(part.id);
        return [{ ...part, delta: text }];
      }
      case "tool-input-end": {
        const text = held.get(part.id);
        held.delete(part.id);
        return text ? [{ type: "tool-input-delta", id: part.id, delta: text === NULL ? "{}" : text }, part] : [part];
      }
      case "tool-call":
        return [part.input === NULL ? { ...part, input: "{}" } : part];
      default:
        return [part];
    }
  };
}
