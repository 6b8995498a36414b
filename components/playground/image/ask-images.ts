import { createImage } from "#lib/contract/images.ts";
import { askPieces, toldByReply } from "../media/ask.ts";
import type { Live } from "../media/media-call.ts";
import type { Json } from "../read-json.ts";
import { measured } from "./image-file.ts";
import { type Made, nothingMade, wholeOf, withPiece } from "./made-images.ts";

/** Asks for images and shows each as it comes, unfinished ones too where they are sent. */
export async function askImages(body: Json, live: Live<Made>): Promise<Made> {
  let made = nothingMade(body);
  for await (const piece of askPieces(createImage, body, live)) {
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
