import type { Pixels } from "#lib/image-size.ts";
import { UpstreamError } from "#server/errors.ts";
import type { ImageAbilities } from "../image/abilities.ts";
import { toBase64 } from "../image/base64.ts";
import { type ImageOutput, type ImagePiece, type Picture, pictureOf } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import type { Metered, MeteredPieces } from "../media.ts";
import { MAX_TEXT_CHARACTERS, requireBoundedTexts } from "./bounded-input.ts";
import { posterSvg } from "./video/poster.ts";

const ABILITIES: ImageAbilities = {
  maxImages: 10,
  maxReferences: 0,
  backgrounds: ["transparent", "opaque"],
  passthrough: [],
  sizes: { step: 1, minSide: 64, maxSide: 2048, minPixels: 64 * 64, maxPixels: 2048 * 2048, maxRatio: 8 },
  formats: ["png", "jpeg", "webp", "svg"],
  compresses: true,
  seeds: true,
  streams: true,
};

const SIZE: Pixels = { width: 1024, height: 1024 };
const PARTIAL_IMAGES = 2;

/**
 * Draws posters from the prompt. It is not a generative model, but it makes real files in every format, including
 * partial images.
 */
export const localImage: ImageMaker = { abilities: () => ABILITIES, draw };

async function draw(call: ImageCall): Promise<Metered<ImageOutput> | MeteredPieces<ImagePiece>> {
  const { request, model, resolved: target } = call;
  if (model !== "poster")
    throw new UpstreamError(404, `There is no local image model "${model}"`, { retryable: true, fault: "model" });
  requireBoundedTexts(model, [request.prompt], MAX_TEXT_CHARACTERS);
  const count = request.n ?? 1;
  const facts = { usage: { images: count }, notes: target.notes };
  if (request.stream) return { pieces: pieces(call, count), facts: () => facts };
  const pictures: Picture[] = [];
  for (let at = 0; at < count; at += 1) pictures.push(await pictureAt(call, at, 1));
  return { result: { pictures }, ...facts };
}

async function* pieces(call: ImageCall, count: number): AsyncGenerator<ImagePiece> {
  const partials = call.request.partial_images ?? PARTIAL_IMAGES;
  for (let at = 0; at < count; at += 1) {
    for (let partial = 0; partial < partials; partial += 1)
      yield { picture: await pictureAt(call, at, (partial + 1) / (partials + 1)), partial };
    yield { picture: await pictureAt(call, at, 1) };
  }
}

async function pictureAt({ request, resolved: target }: ImageCall, at: number, done: number): Promise<Picture> {
  const { pixels = SIZE, seed = 0, format = "png", compression, background } = target;
  const isTransparent = background === "transparent";
  const svg = Buffer.from(posterSvg({ ...pixels, prompt: request.prompt, seed: seed + at, isTransparent, done }));
  const picture = pictureOf(await toBase64(format === "svg" ? svg : await encodeImage(svg, format, compression)));
  if (!picture) throw new Error("The poster was drawn without any pixels");
  return picture;
}

/** Renders and encodes an image in the library's own threads. */
async function encodeImage(svg: Buffer, format: string, compression: number | undefined): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const image = sharp(svg);
  // Both encoders reject a quality of 0.
  const quality = Math.max(1, compression ?? 90);
  if (format === "jpeg") return image.jpeg({ quality }).toBuffer();
  return format === "webp" ? image.webp({ quality }).toBuffer() : image.png({ compressionLevel: 6 }).toBuffer();
}
