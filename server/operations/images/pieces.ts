import { SSE_HEADERS } from "#server/dialects/frames.ts";
import { type JsonPiece, jsonPieces } from "#server/json/json-pieces.ts";
import type { PieceStyle, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import type { ImagePiece } from "#server/providers/image/image-output.ts";
import { usageOf } from "./usage.ts";

/** Converts a stream of images to the API's own events. */
export const imagePieces: PieceStyle<ImagePiece> = {
  headers: () => ({ ...SSE_HEADERS }),
  encode: (piece, facts) => frameOf(eventOf(piece, facts)),
  end: () => "data: [DONE]\n\n",
  fail: ({ status, message }) => `data: ${JSON.stringify({ type: "error", error: { code: status, message } })}\n\n`,
};

function eventOf({ picture, partial }: ImagePiece, facts: ResponseFacts): object {
  const { base64: b64_json, mediaType } = picture;
  if (partial !== undefined) return { type: "image_generation.partial_image", b64_json, partial_image_index: partial };
  return {
    type: "image_generation.completed",
    b64_json,
    created: facts.createdAt,
    ...(mediaType && { media_type: mediaType }),
    usage: usageOf(facts),
  };
}

/** Returns one event of a stream, with its image as bytes. */
export function frameOf(data: object, event?: string): JsonPiece[] {
  return [event ? `event: ${event}\ndata: ` : "data: ", ...jsonPieces(data), "\n\n"];
}
