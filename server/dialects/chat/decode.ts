import { isRecord } from "#lib/is-record.ts";
import type { Body, Decoded, TargetProvider } from "../dialect.ts";
import { invalid, listAt, omitUndefined, recordAt } from "../read-field.ts";
import { decodeTools } from "../request/function-tools.ts";
import { googleRequest } from "../request/google-request.ts";
import { promptBuilder } from "../request/prompt-builder.ts";
import { mergeOptions, providerOptionsOf } from "../request/provider-options.ts";
import { decodeReasoning } from "../request/reasoning-request.ts";
import { decodeFormat } from "../request/response-format.ts";
import { decodeSampling, samplingFields } from "../request/sampling.ts";
import { optionsFor, type Target, targetOf } from "../target.ts";
import { decodeMessage } from "./decode-message.ts";

const knownFields: ReadonlySet<string> = new Set([
  ...samplingFields,
  "model",
  "messages",
  "stream",
  // Usage is always sent.
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "tools",
  "tool_choice",
  "response_format",
  "reasoning",
  "reasoning_effort",
  "include_reasoning",
]);

/** Reads a /chat/completions body for the target `provider`. Throws HttpError 400 that names the field. */
export function decode(body: Body, provider: TargetProvider): Decoded {
  const target = targetOf(provider);
  const format = decodeFormat(body.response_format, "response_format", target);
  const reasoning = decodeReasoning(body, target);
  const fields = optionFields(body, target);
  const options = omitUndefined({
    prompt: decodePrompt(body, target),
    ...decodeSampling(body, ["max_completion_tokens", "max_tokens"], target),
    ...decodeTools(body, target),
    responseFormat: format.responseFormat,
    reasoning: reasoning.reasoning,
    providerOptions: optionsFor(target, mergeOptions(fields, format.providerOptions, reasoning.providerOptions)),
  });
  return { options, notes: [...target.notes] };
}

function decodePrompt(body: Body, target: Target) {
  const messages = listAt(body.messages, "messages");
  if (messages.length === 0) throw invalid("messages", "must contain at least one message");
  const builder = promptBuilder(target);
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    decodeMessage(recordAt(message, path), path, builder, target);
  }
  return builder.end();
}

function optionFields(body: Body, target: Target): Body {
  const { effort, enabled, max_tokens, exclude, ...reasoning } = isRecord(body.reasoning) ? body.reasoning : {};
  const nested = Object.entries(reasoning).map(([key, value]) => [`reasoning.${key}`, value]);
  const given = providerOptionsOf({ ...body, ...Object.fromEntries(nested) }, knownFields, target);
  const request = target.family === "google" ? googleRequest(body, target) : undefined;
  const options = request ? { ...given, request } : given;
  return target.family === "openai" ? { ...options, store: false } : options;
}
