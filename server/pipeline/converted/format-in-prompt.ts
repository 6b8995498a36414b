import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { DialectId } from "#server/providers/provider.ts";
import { formatInstruction } from "#server/providers/requests/format-instruction.ts";
import type { Candidate } from "../planning/candidate.ts";
import { nameOf } from "./describe-warning.ts";

/** Describes the JSON format of the response in the prompt if the candidate rejects it together with the tools. */
export function writeFormatInPrompt(
  options: LanguageModelV4CallOptions,
  { provider, endpoint }: Candidate,
  dialect: DialectId,
  notes: string[],
): void {
  const { responseFormat: format, tools = [], toolChoice } = options;
  if (format?.type !== "json" || tools.length === 0) return;
  const isForced = toolChoice?.type === "required" || toolChoice?.type === "tool";
  if (!provider.formatExcludesTools?.(endpoint.upstreamModel, isForced)) return;
  options.prompt = withSystemText(options.prompt, formatInstruction(format.schema, format.description));
  delete options.responseFormat;
  const field = nameOf("responseFormat", dialect);
  notes.push(`${field}: sent in the prompt (the model takes no format together with these tools)`);
}

function withSystemText(prompt: LanguageModelV4Prompt, text: string): LanguageModelV4Prompt {
  const [first, ...others] = prompt;
  if (first?.role !== "system") return [{ role: "system", content: text }, ...prompt];
  return [{ ...first, content: `${first.content}\n\n${text}` }, ...others];
}
