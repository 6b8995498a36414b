import type { ImageRequest } from "#lib/contract/images.ts";
import { generateImages } from "#server/pipeline/media/image/generate-images.ts";
import { imageAbilitiesOf, imageRefusalAt } from "#server/pipeline/media/image/image-abilities.ts";
import { boundOf, estimateOf } from "#server/pipeline/media/image/image-measure.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { ImageOutput, ImagePiece } from "#server/providers/image/image-output.ts";
import { imagePieces } from "./pieces.ts";
import { imageOutputTexts, imageTexts } from "./texts.ts";
import { usageOf } from "./usage.ts";

/** Images from a prompt and other images. */
export const images: MediaOperation<ImageRequest, ImageOutput, ImagePiece> = {
  id: "createImage",
  makes: "image",
  defaultModel: "imageModel",
  serves: (provider) => provider.image !== undefined,
  refuses: imageRefusalAt,
  findTexts: imageTexts,
  estimate: (body, endpoint) => estimateOf(body, imageAbilitiesOf(endpoint)),
  bound: (body, endpoint, isScarce) => boundOf(body, imageAbilitiesOf(endpoint), isScarce),
  streams: (body) => body.stream === true,
  beginsLate: true,
  hasAscii: true,
  ask(provider, call) {
    if (!provider.image) throw new Error(`${provider.id} does not support image generation`);
    return generateImages(provider.image, call);
  },
  texts: imageOutputTexts,
  reply: ({ pictures }, facts) => ({
    created: facts.createdAt,
    data: pictures.map(({ base64, mediaType, revisedPrompt }) => ({
      b64_json: base64,
      ...(mediaType && { media_type: mediaType }),
      ...(revisedPrompt && { revised_prompt: revisedPrompt }),
    })),
    usage: usageOf(facts),
  }),
  pieces: imagePieces,
};
