import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { acceptedEffort, effortNote } from "./efforts.ts";
import { shortCacheKey } from "./prepare.ts";

/** Changes a neutral request in place so that it has an effort and a cache key that the model takes. */
export function fitRequest(options: LanguageModelV4CallOptions, model: string, notes: string[]): void {
  fitEffort(options, model, notes);
  const { openai } = options.providerOptions ?? {};
  if (typeof openai?.promptCacheKey === "string") openai.promptCacheKey = shortCacheKey(openai.promptCacheKey);
}

/** The SDK package knows the efforts of few models. */
function fitEffort(options: LanguageModelV4CallOptions, model: string, notes: string[]): void {
  const { reasoning } = options;
  if (reasoning === undefined || reasoning === "provider-default") return;
  const effort = acceptedEffort(model, reasoning) as typeof reasoning;
  if (effort === reasoning) return;
  options.reasoning = effort;
  notes.push(effortNote(effort, reasoning));
}
