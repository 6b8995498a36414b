import { ApiError } from "#lib/api/api-error.ts";
import { type Json, numberOf, recordOf, recordsOf, textOf } from "../read-json.ts";

export type OutputImage = {
  place: number;
  /** A data URL. */
  source: string;
  mediaType: string;
  sizeBytes: number;
  /** Its dimensions in pixels, once measured; absent for formats that no browser can show. */
  pixels?: { width: number; height: number };
  revisedPrompt?: string;
};

/** The result of a request so far; `unfinished` is the current partial image. */
export type GeneratedImage = {
  prompt: string;
  requestedCount: number;
  images: readonly OutputImage[];
  unfinished?: OutputImage;
  tokens: number;
  seed?: number;
};

/** Returns the empty result of a request. */
export function emptyOutput(body: Json): GeneratedImage {
  const seed = numberOf(body.seed);
  const request = { prompt: textOf(body.prompt), requestedCount: numberOf(body.n) ?? 1 };
  return { ...request, images: [], tokens: 0, ...(seed !== undefined && { seed }) };
}

/** Adds one event of a stream, or a whole response, to the result. Throws ApiError for an error event. */
export function addPiece(made: GeneratedImage, piece: Json): GeneratedImage {
  if (piece.type === "error") throw failureIn(recordOf(piece.error));
  const tokens = numberOf(recordOf(piece.usage).total_tokens) ?? made.tokens;
  if (piece.type === "image_generation.partial_image") {
    const unfinished = imageOf(piece, made.images.length);
    return unfinished ? { ...made, unfinished } : made;
  }
  const { unfinished: _, ...before } = made;
  const pictures = Array.isArray(piece.data) ? recordsOf(piece.data) : [piece];
  const more = pictures.flatMap((picture, at) => imageOf(picture, made.images.length + at) ?? []);
  return { ...before, tokens, images: [...made.images, ...more] };
}

/** Throws ApiError for a stream that ended before its last image was complete. */
export function requireComplete(made: GeneratedImage): GeneratedImage {
  if (made.images.length > 0 && !made.unfinished) return made;
  throw new ApiError(0, "The response ended before the image was complete.");
}

function imageOf(picture: Json, place: number): OutputImage | undefined {
  const base64 = textOf(picture.b64_json);
  if (base64 === "") return undefined;
  const mediaType = textOf(picture.media_type) || mediaTypeOf(base64);
  const revisedPrompt = textOf(picture.revised_prompt);
  return {
    place,
    source: `data:${mediaType};base64,${base64}`,
    mediaType,
    sizeBytes: Math.floor((base64.length * 3) / 4) - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0),
    ...(revisedPrompt && { revisedPrompt }),
  };
}

const STARTS: readonly (readonly [start: string, mediaType: string])[] = [
  ["/9j/", "image/jpeg"],
  ["UklGR", "image/webp"],
  ["PHN2Zy", "image/svg+xml"],
  ["PD94bW", "image/svg+xml"],
  ["R0lGOD", "image/gif"],
];

/** Returns the media type by the first bytes; partial images do not state it. */
function mediaTypeOf(base64: string): string {
  return STARTS.find(([start]) => base64.startsWith(start))?.[1] ?? "image/png";
}

function failureIn(error: Json): ApiError {
  return new ApiError(numberOf(error.code) ?? 502, textOf(error.message) || "The provider's stream failed.");
}
