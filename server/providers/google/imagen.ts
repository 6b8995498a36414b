import { UpstreamError } from "#server/errors.ts";
import { postAscii, readAscii } from "../exchange/ascii-wire.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { unusableError } from "../exchange/send.ts";
import { type ImageOutput, pictureOf } from "../image/image-output.ts";
import type { ImageCall } from "../image/maker.ts";
import type { Metered } from "../media.ts";

/** Generates images with Imagen's `predict`, which is billed per image and reports no usage. */
export async function generateWithImagen(call: ImageCall): Promise<Metered<ImageOutput>> {
  const path = `/v1beta/models/${call.model}:predict`;
  const response = await postAscii(call, path, { "x-goog-api-key": call.credential }, bodyOf(call));
  const reply = await readAscii(response);
  const predictions = list(reply.predictions).map(block);
  const pictures = predictions.flatMap(({ bytesBase64Encoded, prompt }) => pictureOf(bytesBase64Encoded, prompt) ?? []);
  if (pictures.length === 0) throw withheldError(reply, predictions);
  return { result: { pictures }, usage: { images: pictures.length }, notes: call.resolved.notes };
}

function bodyOf({ request, options, resolved: target }: ImageCall): Block {
  const { aspect, tier, format, compression } = target;
  const outputOptions = {
    ...(format && { mimeType: `image/${format}` }),
    ...(compression !== undefined && { compressionQuality: compression }),
  };
  return {
    ...options,
    instances: [{ prompt: request.prompt }],
    parameters: {
      ...block(options.parameters),
      sampleCount: request.n ?? 1,
      ...(aspect && { aspectRatio: aspect }),
      ...(tier && { sampleImageSize: tier }),
      ...(Object.keys(outputOptions).length > 0 && { outputOptions }),
    },
  };
}

/** Returns the error for a response without images. An empty response also means that filters blocked the prompt. */
function withheldError(response: Block, predictions: readonly Block[]): Error {
  const reason = predictions.find(({ raiFilteredReason }) => typeof raiFilteredReason === "string")?.raiFilteredReason;
  if (reason === undefined && Object.keys(response).length > 0 && predictions.length > 0)
    return unusableError(response);
  const detail = typeof reason === "string" ? `: ${reason.slice(0, 500)}` : "";
  return new UpstreamError(400, `The provider returned no image for this prompt${detail}`, {
    retryable: false,
    fault: "request",
  });
}
