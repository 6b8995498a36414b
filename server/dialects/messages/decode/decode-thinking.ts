import type { JSONObject, LanguageModelV4ReasoningPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { optional, text } from "../shape.ts";
import { unsealSignature } from "../signature.ts";
import { type DecodeState, note } from "./decode-state.ts";

/**
 * Reads a thinking block. Thinking is sent only to the vendor that signed it: elsewhere it would be text that no filter
 * has seen. Compatible upstreams sign nothing and some require their reasoning back, so they get unsigned thinking.
 */
export function decodeThinking(
  block: JSONObject,
  type: "thinking" | "redacted_thinking",
  path: string,
  reading: DecodeState,
): LanguageModelV4ReasoningPart[] {
  return type === "thinking" ? thinking(block, path, reading) : redactedThinking(block, path, reading);
}

function thinking(block: JSONObject, path: string, reading: DecodeState): LanguageModelV4ReasoningPart[] {
  const content = text(block.thinking, `${path}.thinking`);
  const signature = optional(block.signature, `${path}.signature`, text) ?? "";
  const seal = unsealSignature(signature);
  const { family, optionsKey } = reading.vendor;
  if (seal !== undefined && seal.provider === optionsKey) {
    return seal.toolCallId === undefined ? [part(content, { [optionsKey]: seal.fields })] : [];
  }
  if (seal === undefined && signature !== "" && family === "anthropic")
    return [part(content, { anthropic: { signature } })];
  if (signature === "" && family === "compatible") return content === "" ? [] : [part(content)];
  note(reading, path, signature === "" ? "dropped (not signed)" : "dropped (signed by another provider)");
  return [];
}

function redactedThinking(block: JSONObject, path: string, reading: DecodeState): LanguageModelV4ReasoningPart[] {
  const redactedData = text(block.data, `${path}.data`);
  if (reading.vendor.family === "anthropic") return [part("", { anthropic: { redactedData } })];
  note(reading, path, "dropped");
  return [];
}

function part(content: string, providerOptions?: SharedV4ProviderOptions): LanguageModelV4ReasoningPart {
  return { type: "reasoning", text: content, ...(providerOptions && { providerOptions }) };
}
