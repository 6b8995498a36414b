import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Body } from "../dialect.ts";
import { invalid, omitUndefined } from "../read-field.ts";
import type { Family, Target } from "../target.ts";

type Sampling = Pick<
  LanguageModelV4CallOptions,
  | "maxOutputTokens"
  | "temperature"
  | "topP"
  | "topK"
  | "frequencyPenalty"
  | "presencePenalty"
  | "seed"
  | "stopSequences"
>;

/** The body fields that `decodeSampling` reads for every target, besides the token limit. */
export const samplingFields = [
  "temperature",
  "top_p",
  "frequency_penalty",
  "presence_penalty",
  "seed",
  "stop",
] as const;

/**
 * Reads the sampling fields. `limits` names the token limit fields; the first one present applies. Throws HttpError 400
 * that names the field.
 */
export function decodeSampling(body: Body, limits: string[], target: Target): Sampling {
  const topK = numberIn(body, "top_k", { min: 0, whole: true });
  const limitName = limits.find((key) => body[key] !== undefined && body[key] !== null);
  return omitUndefined({
    maxOutputTokens: limitName === undefined ? undefined : outputLimit(body, limitName, target),
    temperature: numberIn(body, "temperature", { min: 0, max: 2 }),
    topP: numberIn(body, "top_p", { min: 0, max: 1 }),
    topK: takesTopK.has(target.family) ? topK : undefined,
    frequencyPenalty: numberIn(body, "frequency_penalty", { min: -2, max: 2 }),
    presencePenalty: numberIn(body, "presence_penalty", { min: -2, max: 2 }),
    seed: numberIn(body, "seed", { whole: true }),
    stopSequences: stopSequences(body.stop),
  });
}

function outputLimit(body: Body, name: string, { leastOutputTokens: least, notes }: Target): number | undefined {
  const limit = numberIn(body, name, { min: 1, whole: true });
  if (limit === undefined || limit >= least) return limit;
  notes.add(`${name}: raised to ${least}, the least that the target takes`);
  return least;
}

/** Families whose neutral model accepts `topK`; others get `top_k` as a provider option or not at all. */
const takesTopK: ReadonlySet<Family> = new Set(["anthropic", "google"]);

type Bounds = { min?: number; max?: number; whole?: boolean };

function numberIn(body: Body, key: string, bounds: Bounds): number | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  const { min = -Infinity, max = Infinity, whole = false } = bounds;
  const fits = typeof value === "number" && value >= min && value <= max && (!whole || Number.isSafeInteger(value));
  if (!fits) throw invalid(key, `must be ${whole ? "a whole number" : "a number"}${range(min, max)}`);
  return value;
}

function range(min: number, max: number): string {
  if (max !== Infinity) return ` from ${min} to ${max}`;
  return min === -Infinity ? "" : ` of at least ${min}`;
}

function stopSequences(stop: unknown): string[] | undefined {
  if (stop === undefined || stop === null) return undefined;
  const list = Array.isArray(stop) ? stop : [stop];
  if (!list.every((item) => typeof item === "string")) throw invalid("stop", "must be a string or an array of strings");
  return list.length > 0 ? list : undefined;
}
