import { isRecord } from "#lib/is-record.ts";
import type { Body, Decoded, TargetProvider } from "#server/dialects/dialect.ts";
import { invalid, omitUndefined, recordAt, stringAt } from "#server/dialects/read-field.ts";
import { decodeTools } from "#server/dialects/request/function-tools.ts";
import { flatToolsOf } from "#server/dialects/request/loaded-tools.ts";
import { promptBuilder } from "#server/dialects/request/prompt-builder.ts";
import { mergeOptions, providerOptionsOf } from "#server/dialects/request/provider-options.ts";
import { decodeReasoning } from "#server/dialects/request/reasoning-request.ts";
import { decodeFormat } from "#server/dialects/request/response-format.ts";
import { decodeSampling, samplingFields } from "#server/dialects/request/sampling.ts";
import { optionsFor, type Target, targetOf } from "#server/dialects/target.ts";
import { decodeInput } from "./decode-input.ts";

const knownFields: ReadonlySet<string> = new Set([
  ...samplingFields,
  "model",
  "input",
  "instructions",
  "stream",
  "stream_options",
  "max_output_tokens",
  "tools",
  "tool_choice",
  "text",
  "reasoning",
  "previous_response_id",
  "store",
]);

/** Reads a /responses body for the target `provider`. Throws HttpError 400 that names the field. */
export function decode(body: Body, provider: TargetProvider): Decoded {
  rejectState(body);
  const target = targetOf(provider);
  const format = decodeFormat(textOptions(body).format, "text.format", target);
  const reasoning = decodeReasoning(body, target);
  const fields = optionFields(body, target);
  const options = omitUndefined({
    prompt: decodePrompt(body, target),
    ...decodeSampling(body, ["max_output_tokens"], target),
    ...decodeTools(body, target),
    responseFormat: format.responseFormat,
    reasoning: reasoning.reasoning,
    providerOptions: optionsFor(target, mergeOptions(fields, format.providerOptions, reasoning.providerOptions)),
  });
  return { options, notes: [...target.notes] };
}

/** Rejects fields that require stored state: each request must contain its whole history. */
function rejectState(body: Body): void {
  if (isPresent(body.previous_response_id)) {
    throw invalid(
      "previous_response_id",
      "must be null, because responses are not stored: send the whole history as input",
    );
  }
  if (body.store === true) throw invalid("store", "must be false, because responses are not stored");
}

function decodePrompt(body: Body, target: Target) {
  const builder = promptBuilder(target);
  if (isPresent(body.instructions)) {
    builder.system([{ type: "text", text: stringAt(body.instructions, "instructions") }], "instructions");
  }
  decodeInput(body.input, builder, target, flatToolsOf(body));
  return builder.end();
}

function optionFields(body: Body, target: Target): Body {
  const { format: _read, ...text } = textOptions(body);
  const { effort, enabled, max_tokens, exclude, ...reasoning } = isRecord(body.reasoning) ? body.reasoning : {};
  const nested = { ...addPrefix("text", text), ...addPrefix("reasoning", reasoning) };
  const options = providerOptionsOf({ ...body, ...nested }, knownFields, target);
  // Without this the model would refer to items that the upstream was not asked to store.
  return target.family === "openai" ? { ...options, store: false } : options;
}

function addPrefix(prefix: string, fields: Body): Body {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${prefix}.${key}`, value]));
}

function textOptions(body: Body): Body {
  return isPresent(body.text) ? recordAt(body.text, "text") : {};
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
