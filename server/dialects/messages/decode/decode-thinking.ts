import type { JSONObject, LanguageModelV4ReasoningPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Family } from "../../target.ts";
import { optional, text } from "../shape.ts";
import { UNSIGNED, unsealNative, unsealSignature } from "../signature.ts";
import { type DecodeState, note } from "./decode-state.ts";

/**
 * Reads a thinking block. Thinking is sent only to the target that signed it: elsewhere it would be text that no filter
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
  const own = optional(block.signature, `${path}.signature`, text) ?? "";
  const signature = own === UNSIGNED ? "" : own;
  const { id, family, optionsKey } = reading.target;
  const native = unsealNative(signature, id);
  if (native !== undefined) return nativeThinking(content, native, family);
  const seal = unsealSignature(signature);
  if (seal !== undefined && seal.provider === optionsKey) {
    return seal.toolCallId === undefined ? [part(content, { [optionsKey]: seal.fields })] : [];
  }
  if (seal === undefined && signature !== "" && family === "anthropic")
    return [part(content, { anthropic: { signature } })];
  if (signature === "" && family === "compatible") return content === "" ? [] : [part(content)];
  note(reading, path, signature === "" ? "dropped (not signed)" : "dropped (signed by another provider)");
  return [];
}

/** Reads thinking that the target signed itself, in an earlier turn that passed through. */
function nativeThinking(content: string, signature: string, family: Family): LanguageModelV4ReasoningPart[] {
  if (family === "anthropic") return [part(content, { anthropic: { signature } })];
  return content === "" ? [] : [part(content)];
}

function redactedThinking(block: JSONObject, path: string, reading: DecodeState): LanguageModelV4ReasoningPart[] {
  const data = text(block.data, `${path}.data`);
  const { id, family } = reading.target;
  const redactedData = unsealSignature(data) ? unsealNative(data, id) : data;
  if (family === "anthropic" && redactedData !== undefined) return [part("", { anthropic: { redactedData } })];
  note(reading, path, "dropped");
  return [];
}

function part(content: string, providerOptions?: SharedV4ProviderOptions): LanguageModelV4ReasoningPart {
  return { type: "reasoning", text: content, ...(providerOptions && { providerOptions }) };
}
