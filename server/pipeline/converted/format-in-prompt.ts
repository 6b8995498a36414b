import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { DialectId } from "#server/providers/provider.ts";
import { formatInstruction } from "#server/providers/requests/format-instruction.ts";
import type { WantedFormat } from "#server/providers/requests/rejected-format.ts";
import type { Candidate } from "../planning/candidate.ts";
import { nameOf } from "./describe-warning.ts";

/** Describes the JSON format of the response in the prompt if the candidate rejects it. */
export function writeFormatInPrompt(
  options: LanguageModelV4CallOptions,
  { provider, endpoint }: Candidate,
  dialect: DialectId,
  notes: string[],
): void {
  const { responseFormat: format } = options;
  if (format?.type !== "json") return;
  const tools = toolsIn(options);
  const reason = provider.rejectsFormat?.(endpoint.upstreamModel, { schema: format.schema, ...(tools && { tools }) });
  if (reason === undefined) return;
  options.prompt = withSystemText(options.prompt, formatInstruction(format.schema, format.description));
  delete options.responseFormat;
  notes.push(`${nameOf("responseFormat", dialect)}: sent in the prompt (${reason})`);
}

function toolsIn({ tools = [], toolChoice }: LanguageModelV4CallOptions): WantedFormat["tools"] {
  if (tools.length === 0) return undefined;
  return toolChoice?.type === "required" || toolChoice?.type === "tool" ? "forced" : "offered";
}

function withSystemText(prompt: LanguageModelV4Prompt, text: string): LanguageModelV4Prompt {
  const [first, ...others] = prompt;
  if (first?.role !== "system") return [{ role: "system", content: text }, ...prompt];
  return [{ ...first, content: `${first.content}\n\n${text}` }, ...others];
}
