import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Provider } from "../provider.ts";
import { rejectsLackOfSchema, rejectsOtherThanObjects } from "../requests/rejected-format.ts";
import { fitRequest } from "./fit-request.ts";

/**
 * Returns what fits requests to Claude at a cloud that takes no output format and no strict tools for some models
 * (`hasSchemas`): the format becomes a tool, whose arguments are an object, and tools are sent without `strict`.
 */
export function cloudRules(hasSchemas: (model: string) => boolean): Pick<Provider, "fitText" | "rejectsFormat"> {
  return {
    fitText: fitCloudRequest(hasSchemas),
    rejectsFormat: (model, format) =>
      rejectsLackOfSchema(model, format) ?? (hasSchemas(model) ? undefined : rejectsOtherThanObjects(model, format)),
  };
}

function fitCloudRequest(hasSchemas: (model: string) => boolean) {
  return (options: LanguageModelV4CallOptions, model: string, notes: string[]): void => {
    fitRequest(options, model, notes);
    if (hasSchemas(model)) return;
    const { anthropic, ...others } = options.providerOptions ?? {};
    const isFormatted = options.responseFormat?.type === "json" && options.responseFormat.schema !== undefined;
    if (isFormatted)
      options.providerOptions = { ...others, anthropic: { ...anthropic, structuredOutputMode: "jsonTool" } };
    for (const [at, tool] of (options.tools ?? []).entries()) {
      if (tool.type !== "function" || tool.strict === undefined) continue;
      if (tool.strict) notes.push(`tools[${at}].strict: dropped`);
      delete tool.strict;
    }
  };
}
