import type { ImageRequest } from "#lib/contract/images.ts";
import { imageAbilitiesOf, imageRefusalAt } from "#server/pipeline/media/image/image-abilities.ts";
import { drawImages } from "#server/pipeline/media/image/image-drawing.ts";
import { boundOf, estimateOf } from "#server/pipeline/media/image/image-measure.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { Drawn, DrawnPiece } from "#server/providers/image/drawn.ts";
import { drawnPieces } from "./pieces.ts";
import { drawnTexts, imageTexts } from "./texts.ts";
import { usageOf } from "./usage.ts";

/** Images from a prompt and other images. */
export const images: MediaOperation<ImageRequest, Drawn, DrawnPiece> = {
  id: "createImage",
  makes: "image",
  defaultModel: "imageModel",
  serves: (provider) => provider.image !== undefined,
  refuses: imageRefusalAt,
  lens: imageTexts,
  estimate: (body, endpoint) => estimateOf(body, imageAbilitiesOf(endpoint)),
  bound: (body, endpoint, isScarce) => boundOf(body, imageAbilitiesOf(endpoint), isScarce),
  streams: (body) => body.stream === true,
  beginsLate: true,
  hasAscii: true,
  ask(provider, call) {
    if (!provider.image) throw new Error(`${provider.id} does not support image generation`);
    return drawImages(provider.image, call);
  },
  texts: drawnTexts,
  reply: ({ pictures }, facts) => ({
    created: facts.createdAt,
    data: pictures.map(({ base64, mediaType, revisedPrompt }) => ({
      b64_json: base64,
      ...(mediaType && { media_type: mediaType }),
      ...(revisedPrompt && { revised_prompt: revisedPrompt }),
    })),
    usage: usageOf(facts),
  }),
  pieces: drawnPieces,
};
