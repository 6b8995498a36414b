import type { ImageRequest } from "#lib/contract/images.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { SSE_HEADERS } from "#server/dialects/frames.ts";
import type { MediaOperation, PieceStyle, ResponseFacts } from "#server/pipeline/media/media-operation.ts";
import type { ImageOutput, ImagePiece } from "#server/providers/image/image-output.ts";
import type { Metered, MeteredPieces } from "#server/providers/media.ts";
import { images } from "./images.ts";
import { frameOf } from "./pieces.ts";
import { tokensOf } from "./usage.ts";

/** `kind`: the first part of the types of the events. */
function imagesIn(kind: string): MediaOperation<ImageRequest, ImageOutput, ImagePiece> {
  return { ...openaiImages, pieces: piecesOf(kind) };
}

function piecesOf(kind: string): PieceStyle<ImagePiece> {
  return {
    headers: () => ({ ...SSE_HEADERS }),
    encode(piece, facts) {
      const event = eventOf(kind, piece, facts);
      return frameOf(event, event.type);
    },
    fail: ({ status, message }) =>
      `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "api_error", code: String(status), message } })}\n\n`,
  };
}

const openaiImages: Omit<MediaOperation<ImageRequest, ImageOutput, ImagePiece>, "pieces"> = {
  ...images,
  async ask(provider, call) {
    const response = await images.ask(provider, call);
    return call.request.stream && "result" in response ? inPieces(response) : response;
  },
  reply: ({ pictures }, facts) => ({
    created: facts.createdAt,
    data: pictures.map(({ base64, revisedPrompt }) => ({
      b64_json: base64,
      ...(revisedPrompt && { revised_prompt: revisedPrompt }),
    })),
    ...requestedSettings(facts.body),
    usage: usageOf(facts),
  }),
};

/** Images as requested by clients of OpenAI's dialect. */
export const imageGenerations = imagesIn("image_generation");

/** Edited images as requested by clients of OpenAI's dialect. */
export const imageEdits = imagesIn("image_edit");

/** A client that requests a stream reads nothing else, and a stream has no field for the revised prompt. */
function inPieces({ result, ...facts }: Metered<ImageOutput>): MeteredPieces<ImagePiece> {
  return { pieces: each(), facts: () => facts };

  async function* each(): AsyncGenerator<ImagePiece> {
    for (const picture of result.pictures) yield { picture };
  }
}

function eventOf(kind: string, { picture, partial }: ImagePiece, facts: ResponseFacts) {
  const shared = { b64_json: picture.base64, created_at: facts.createdAt, ...requestedSettings(facts.body) };
  return partial === undefined
    ? { type: `${kind}.completed`, ...shared, usage: usageOf(facts) }
    : { type: `${kind}.partial_image`, ...shared, partial_image_index: partial };
}

/** Returns the settings that the caller requested. */
function requestedSettings({ background, output_format, quality, size }: Body): object {
  const settings = { background, output_format, quality, size };
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => typeof value === "string" && value !== "auto"),
  );
}

function usageOf({ usage, cost }: ResponseFacts): object {
  const { promptTokens, completionTokens, input, output } = tokensOf(usage);
  return {
    input_tokens: promptTokens,
    input_tokens_details: input,
    output_tokens: completionTokens,
    output_tokens_details: output,
    total_tokens: promptTokens + completionTokens,
    cost,
  };
}
