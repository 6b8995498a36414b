import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Body, Decoded, TargetProvider } from "#server/dialects/dialect.ts";
import { withPlacedResults } from "#server/dialects/request/results/placed-results.ts";
import { withSingleResults } from "#server/dialects/request/results/single-results.ts";
import { integer, isObject, number, object, optional, text, textList } from "../shape.ts";
import { decodeMessages } from "./decode-messages.ts";
import { decodeReasoning } from "./decode-reasoning.ts";
import { decodeSettings } from "./decode-settings.ts";
import { type DecodeState, note, startDecoding } from "./decode-state.ts";
import { decodeSystem } from "./decode-system.ts";
import { decodeToolChoice, decodeTools } from "./decode-tools.ts";

/** Reads a `POST /messages` body into the neutral request. Throws HttpError 400 with the path of an invalid field. */
export function decode(body: Body, provider: TargetProvider): Decoded {
  const reading = startDecoding(provider);
  const whole = [...decodeSystem(body.system, reading), ...decodeMessages(body.messages, reading)];
  const notes = new Set<string>();
  const prompt = withSingleResults(withPlacedResults(whole, { notes }), { notes });
  reading.notes.push(...notes);
  const tools = decodeTools(body.tools, reading);
  const options: LanguageModelV4CallOptions = {
    prompt,
    maxOutputTokens: decodeMaxTokens(body, reading),
    temperature: optional(body.temperature, "temperature", number),
    topP: optional(body.top_p, "top_p", number),
    topK: decodeTopK(body, reading),
    stopSequences: decodeStopSequences(body),
    tools,
    toolChoice: decodeToolChoice(body.tool_choice, tools, reading),
    reasoning: decodeReasoning(body, reading),
    responseFormat: decodeFormat(body, reading),
  };
  decodeSettings(body, reading);
  if (Object.keys(reading.settings).length > 0) {
    options.providerOptions = { [reading.target.optionsKey]: reading.settings };
  }
  return { options: withoutUndefined(options), notes: reading.notes };
}

/**
 * Returns the output limit. Anthropic's SDK package adds the thinking budget to it; in this dialect the limit includes
 * it.
 */
function decodeMaxTokens(body: Body, reading: DecodeState): number | undefined {
  const limit = optional(body.max_tokens, "max_tokens", integer);
  const { leastOutputTokens: least } = reading.target;
  if (limit !== undefined && limit > 0 && limit < least) {
    note(reading, "max_tokens", `raised to ${least}, the least that the target takes`);
    return least;
  }
  if (limit === undefined || reading.target.family !== "anthropic") return limit;
  const thinking = isObject(body.thinking) && body.thinking.type === "enabled" ? body.thinking : undefined;
  return typeof thinking?.budget_tokens === "number" ? limit - thinking.budget_tokens : limit;
}

/**
 * Returns `top_k`. The compatible package rejects the neutral field but passes its own options on; OpenAI has no such
 * option.
 */
function decodeTopK(body: Body, reading: DecodeState): number | undefined {
  const topK = optional(body.top_k, "top_k", integer);
  const { family } = reading.target;
  if (topK === undefined || family === "anthropic" || family === "google") return topK;
  if (family === "compatible") reading.settings.top_k = topK;
  else note(reading, "top_k", "dropped");
  return undefined;
}

function decodeStopSequences(body: Body): string[] | undefined {
  const sequences = optional(body.stop_sequences, "stop_sequences", textList);
  return sequences?.length ? sequences : undefined;
}

/** Reads the output format under its name of today and under that of Anthropic's beta. */
function decodeFormat(body: Body, reading: DecodeState): LanguageModelV4CallOptions["responseFormat"] {
  const config = optional(body.output_config, "output_config", object);
  const current = optional(config?.format, "output_config.format", object);
  const format = current ?? optional(body.output_format, "output_format", object);
  if (format === undefined) return undefined;
  const path = current ? "output_config.format" : "output_format";
  const type = text(format.type, `${path}.type`);
  if (type !== "json_schema") {
    note(reading, path, "dropped");
    return undefined;
  }
  const name = optional(format.name, `${path}.name`, text);
  return { type: "json", schema: object(format.schema, `${path}.schema`), ...(name && { name }) };
}

function withoutUndefined(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(entries), prompt: options.prompt };
}
