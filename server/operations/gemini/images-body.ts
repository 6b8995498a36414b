import { ASPECT_RATIOS } from "#lib/contract/images.ts";
import { IMAGE_TIERS } from "#lib/image-size.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { arrayAt, namedFields } from "#server/dialects/gemini/request/camel-keys.ts";
import { invalid, omitUndefined, stringAt } from "#server/dialects/read-field.ts";

/** The gateway's own fields of `/images`. */
const GATEWAY = ["provider", "user", "session_id", "tags", "trace"];
const FIELDS = new Set(["model", "instances", "parameters", ...GATEWAY]);
/** What only Imagen reads. */
const OF_IMAGEN = [
  ...["negativePrompt", "guidanceScale", "safetySetting", "personGeneration", "language", "addWatermark"],
  ...["enhancePrompt", "includeRaiReason", "includeSafetyAttributes"],
];
const PARAMETERS = new Set([
  ...["sampleCount", "aspectRatio", "sampleImageSize", "seed", "outputOptions"],
  ...OF_IMAGEN,
]);
const OUTPUT = new Set(["mimeType", "compressionQuality"]);
const FORMATS: Record<string, string> = { "image/png": "png", "image/jpeg": "jpeg", "image/webp": "webp" };

const MOST_IMAGES = 10;

/**
 * Returns a request of Imagen's `predict` as a body of `/images`, with `google_parameters` for what only Imagen reads.
 * Throws HttpError 400 for an invalid field, in Google's names.
 */
export function imagesBodyOf(given: Body, model: string): Body {
  const { instances, parameters = {}, ...own } = namedFields(given, "", FIELDS);
  const all = arrayAt(instances, "instances");
  if (all.length !== 1)
    throw invalid("instances", "must have exactly one prompt; parameters.sampleCount sets the number");
  return omitUndefined({ ...own, model, prompt: promptOf(all[0]), ...settingsOf(parameters) });
}

function promptOf(instance: unknown): string {
  const { prompt, ...others } = namedFields(instance, "instances[0]", new Set(["prompt", ...NOT_SERVED.keys()]));
  for (const [name, instead] of NOT_SERVED)
    if (others[name] !== undefined) throw invalid(`instances[0].${name}`, instead);
  const text = stringAt(prompt, "instances[0].prompt");
  if (text === "") throw invalid("instances[0].prompt", "must not be empty");
  return text;
}

const EDITS = "is not supported here; edit images with POST /images/edits";
/** What other models read in an instance, and what to call instead. */
const NOT_SERVED = new Map([
  ["image", EDITS],
  ["mask", EDITS],
  ["referenceImages", EDITS],
  ["content", "is not supported here; create embeddings with embedContent or batchEmbedContents"],
]);

function settingsOf(given: unknown): Body {
  const parameters = namedFields(given, "parameters", PARAMETERS);
  const { sampleCount: n, aspectRatio, sampleImageSize: size, seed, outputOptions = {} } = parameters;
  const { mimeType, compressionQuality: quality } = namedFields(outputOptions, "parameters.outputOptions", OUTPUT);
  requireWhole(n, "parameters.sampleCount", 1, MOST_IMAGES);
  requireWhole(seed, "parameters.seed", 0, 2 ** 32 - 1);
  requireWhole(quality, "parameters.outputOptions.compressionQuality", 0, 100);
  requireOne(aspectRatio, "parameters.aspectRatio", ASPECT_RATIOS);
  requireOne(size, "parameters.sampleImageSize", IMAGE_TIERS);
  requireOne(mimeType, "parameters.outputOptions.mimeType", Object.keys(FORMATS));
  if (quality !== undefined && (mimeType ?? "image/png") === "image/png")
    throw invalid("parameters.outputOptions.compressionQuality", "only with mimeType image/jpeg or image/webp");
  const own = Object.entries(parameters).filter(([name]) => OF_IMAGEN.includes(name));
  return {
    n,
    aspect_ratio: aspectRatio,
    resolution: size,
    seed,
    output_format: FORMATS[String(mimeType)],
    output_compression: quality,
    google_parameters: own.length > 0 ? Object.fromEntries(own) : undefined,
  };
}

function requireWhole(value: unknown, path: string, min: number, max: number): void {
  if (value !== undefined && !(Number.isInteger(value) && Number(value) >= min && Number(value) <= max))
    throw invalid(path, `must be a whole number from ${min} to ${max}`);
}

function requireOne(value: unknown, path: string, known: readonly string[]): void {
  if (value !== undefined && !known.includes(value as string))
    throw invalid(path, `must be one of ${known.join(", ")}`);
}
