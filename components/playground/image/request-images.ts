import { createImage } from "#lib/contract/images.ts";
import type { Live } from "../media/media-call.ts";
import { requestPieces, toldByReply } from "../media/request-json.ts";
import type { Json } from "../read-json.ts";
import { measured } from "./image-file.ts";
import { emptyOutput, type Made, wholeOf, withPiece } from "./image-output.ts";

/** Asks for images and shows each as it comes, unfinished ones too where they are sent. */
export async function requestImages(body: Json, live: Live<Made>): Promise<Made> {
  let made = emptyOutput(body);
  for await (const piece of requestPieces(createImage, body, live)) {
    made = await allMeasured(withPiece(made, piece));
    live.tell(toldByReply(piece));
    live.show(made);
  }
  return wholeOf(made);
}

async function allMeasured(made: Made): Promise<Made> {
  const images = await Promise.all(made.images.map((image) => (image.pixels ? image : measured(image))));
  const unfinished = made.unfinished && (await measured(made.unfinished));
  return { ...made, images, ...(unfinished && { unfinished }) };
}
