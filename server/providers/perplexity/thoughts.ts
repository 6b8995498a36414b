import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Block } from "../exchange/json.ts";

/**
 * Returns a reader for the thoughts that the events of a response's reasoning carry, such as a search with its reason. A
 * response has no other reasoning.
 */
export function thoughtReader() {
  let count = 0;
  let isOpen = false;
  const id = () => `thought_${count}`;
  const end = (): LanguageModelV4StreamPart[] => {
    if (!isOpen) return [];
    isOpen = false;
    return [{ type: "reasoning-end", id: id() }];
  };
  return {
    end,
    read({ type, thought }: Block): LanguageModelV4StreamPart[] {
      if (typeof type !== "string" || !type.startsWith("response.reasoning.")) return [];
      const start: LanguageModelV4StreamPart[] = [];
      if (typeof thought === "string" && thought !== "") {
        if (!isOpen) {
          count += 1;
          isOpen = true;
          start.push({ type: "reasoning-start", id: id() });
        }
        start.push({ type: "reasoning-delta", id: id(), delta: thought });
      }
      return type === "response.reasoning.stopped" ? [...start, ...end()] : start;
    },
  };
}
