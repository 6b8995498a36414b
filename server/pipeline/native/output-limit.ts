import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import type { Candidate } from "../planning/candidate.ts";

const FIELDS = ["max_tokens", "max_completion_tokens", "max_output_tokens"];

/**
 * Lowers the output limit of a body to the most that the model can write, for a provider that rejects more
 * (https://github.com/Gitlawb/openclaude/issues/58): agents send the limit of another model. Replaces fields of `body`;
 * `notes` names them.
 */
export function lowerOutputLimit(body: Body, candidate: Candidate, notes: string[]): void {
  const most = mostOutputTokens(candidate);
  for (const name of FIELDS) {
    const limit = body[name];
    if (most === undefined || typeof limit !== "number" || limit <= most) continue;
    body[name] = most;
    notes.push(noteOf(name, most));
  }
}

/** Does the same for a neutral request. */
export function lowerNeutralLimit(options: LanguageModelV4CallOptions, candidate: Candidate, notes: string[]): void {
  const most = mostOutputTokens(candidate);
  if (most === undefined || options.maxOutputTokens === undefined || options.maxOutputTokens <= most) return;
  options.maxOutputTokens = most;
  notes.push(noteOf("max_tokens", most));
}

function mostOutputTokens({ provider, endpoint }: Candidate): number | undefined {
  return (provider.rejectsLongOutput && endpoint.maxOutputTokens) || undefined;
}

function noteOf(name: string, most: number): string {
  return `${name}: lowered to ${most}, the most that the model can write`;
}
