import { createImage } from "#lib/contract/images.ts";
import type { Live } from "../media/media-call.ts";
import { factsInResponse, requestPieces } from "../media/request-json.ts";
import type { Json } from "../read-json.ts";
import { measured } from "./image-file.ts";
import { addPiece, emptyOutput, type Made, requireComplete } from "./image-output.ts";

/** Requests images and shows each one as it arrives, including partial ones. */
export async function requestImages(body: Json, live: Live<Made>): Promise<Made> {
  let made = emptyOutput(body);
  for await (const piece of requestPieces(createImage, body, live)) {
    made = await allMeasured(addPiece(made, piece));
    live.report(factsInResponse(piece));
    live.show(made);
  }
  return requireComplete(made);
}

async function allMeasured(made: Made): Promise<Made> {
  const images = await Promise.all(made.images.map((image) => (image.pixels ? image : measured(image))));
  const unfinished = made.unfinished && (await measured(made.unfinished));
  return { ...made, images, ...(unfinished && { unfinished }) };
}
