import { setImmediate as nextTurn } from "node:timers/promises";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { UpstreamError } from "#server/errors.ts";
import { textsOf } from "./prompt-text.ts";

/** The maximum number of characters of a request that a local model reads, because it runs on the shared event loop. */
const MAX_CHARACTERS = 2_000_000;
/** The longest text that a model processes in one turn of the event loop. */
export const MAX_TEXT_CHARACTERS = 100_000;
const MAX_STOP_SEQUENCES = 64;

/** Throws 400 if the prompt, tools and schema together exceed what a local model reads; another model may read more. */
export function requireBoundedPrompt(model: string, options: LanguageModelV4CallOptions): void {
  const { prompt, tools, responseFormat, stopSequences = [] } = options;
  if (stopSequences.length > MAX_STOP_SEQUENCES) {
    throw refusal(`local/${model} accepts at most ${MAX_STOP_SEQUENCES} stop sequences`);
  }
  const others = [tools, responseFormat?.type === "json" ? responseFormat.schema : undefined];
  requireBoundedTexts(model, [...prompt.flatMap(textsOf), ...others.map((value) => JSON.stringify(value) ?? "")]);
}

/** Throws 400 if texts are too long for a local model: in total or, with `perText`, each. */
export function requireBoundedTexts(model: string, texts: readonly string[], perText = MAX_CHARACTERS): void {
  let sum = 0;
  for (const { length } of texts) {
    sum += length;
    if (length > perText) throw refusal(`local/${model} reads at most ${perText} characters of one text`);
  }
  if (sum > MAX_CHARACTERS) throw refusal(`local/${model} reads at most ${MAX_CHARACTERS} characters of a request`);
}

function refusal(message: string): UpstreamError {
  return new UpstreamError(400, message, { retryable: true, fault: "model" });
}

/** How long a local model works before it yields to the event loop. */
const TURN_MS = 10;

/** Returns a function to await between steps of long work; it yields to the event loop when needed. */
export function turns(): () => Promise<void> | undefined {
  let startMs = performance.now();
  return () => {
    if (performance.now() - startMs < TURN_MS) return undefined;
    return nextTurn().then(() => {
      startMs = performance.now();
    });
  };
}
