import { createImage } from "#lib/contract/images.ts";
import type { Live } from "../media/media-call.ts";
import { factsInResponse, requestPieces } from "../media/request-json.ts";
import type { Json } from "../read-json.ts";
import { measureImage } from "./image-file.ts";
import { addPiece, emptyOutput, type GeneratedImage, requireComplete } from "./image-output.ts";

/** Requests images and shows each one as it arrives, including partial ones. */
export async function requestImages(body: Json, live: Live<GeneratedImage>): Promise<GeneratedImage> {
  let made = emptyOutput(body);
  for await (const piece of requestPieces(createImage, body, live)) {
    made = await measureAll(addPiece(made, piece));
    live.report(factsInResponse(piece));
    live.show(made);
  }
  return requireComplete(made);
}

async function measureAll(made: GeneratedImage): Promise<GeneratedImage> {
  const images = await Promise.all(made.images.map((image) => (image.pixels ? image : measureImage(image))));
  const unfinished = made.unfinished && (await measureImage(made.unfinished));
  return { ...made, images, ...(unfinished && { unfinished }) };
}
