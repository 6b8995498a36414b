import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Returns a reader for reasoning that the SDK package ignores because OpenAI's own models do not send it: model servers
 * (LM Studio, vLLM with gpt-oss) send `reasoning_text` in responses and `reasoning` or `reasoning_content` in chat.
 * Create one for each stream.
 */
export function serverReasoning(): (raw: unknown) => Part[] {
  let open: string | undefined;
  const end = (): Part[] => {
    if (open === undefined) return [];
    const id = open;
    open = undefined;
    return [{ type: "reasoning-end", id }];
  };
  const say = (id: string, delta: string): Part[] => {
    if (open === id) return [{ type: "reasoning-delta", id, delta }];
    const before = end();
    open = id;
    return [...before, { type: "reasoning-start", id }, { type: "reasoning-delta", id, delta }];
  };
  return (raw) => {
    const event = block(raw);
    if (event.type === "response.reasoning_text.delta") {
      return say(`text ${event.output_index}`, textOf(event.delta));
    }
    if (typeof event.type === "string") return ENDS.has(event.type) ? end() : [];
    const choice = block(list(event.choices)[0]);
    const delta = block(choice.delta);
    const reasoning = textOf(delta.reasoning) || textOf(delta.reasoning_content);
    if (reasoning) return say("thought", reasoning);
    return saysMore(choice, delta) ? end() : [];
  };
}

const ENDS = new Set(["response.reasoning_text.done", "response.output_item.done", "response.output_item.added"]);

function saysMore({ finish_reason }: Block, { content, tool_calls }: Block): boolean {
  return textOf(content) !== "" || list(tool_calls).length > 0 || textOf(finish_reason) !== "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
