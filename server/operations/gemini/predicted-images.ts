import type { ImageRequest } from "#lib/contract/images.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import { block } from "#server/providers/exchange/json.ts";
import { isImagen } from "#server/providers/google/image-abilities.ts";
import type { ImageOutput, ImagePiece } from "#server/providers/image/image-output.ts";
import { images } from "../images/images.ts";

/** `google_parameters`: what only Imagen reads, under Google's names. */
type PredictRequest = ImageRequest & { google_parameters?: Record<string, unknown> };

/**
 * Images whose response has the form of Imagen's `predict`. What only Imagen reads is noted elsewhere.
 * https://ai.google.dev/gemini-api/docs/imagen
 */
export const predictedImages: MediaOperation<PredictRequest, ImageOutput, ImagePiece> = {
  ...images,
  async ask(provider, call) {
    const { google_parameters: own = {}, ...request } = call.request;
    const readsAll = provider.id === "google" && isImagen(call.model);
    const options = readsAll
      ? { ...call.options, parameters: { ...own, ...block(call.options.parameters) } }
      : undefined;
    const response = await images.ask(provider, { ...call, request, ...(options && { options }) });
    if ("pieces" in response) throw new Error("The adapter returned a stream for a request that was not streamed");
    const dropped = readsAll ? [] : Object.keys(own).map((name) => `${name}: dropped (only Imagen has it)`);
    return { ...response, notes: [...(response.notes ?? []), ...dropped] };
  },
  reply: ({ pictures }) => ({
    predictions: pictures.map(({ base64, mediaType, revisedPrompt }) => ({
      ...(mediaType && { mimeType: mediaType }),
      bytesBase64Encoded: base64,
      ...(revisedPrompt && { prompt: revisedPrompt }),
    })),
  }),
};
