import { UpstreamError } from "#server/errors.ts";
import { postAscii, readAscii } from "../exchange/ascii-wire.ts";
import { type Block, list } from "../exchange/json.ts";
import { unusableError } from "../exchange/send.ts";
import type { ImageAbilities } from "../image/abilities.ts";
import { toBase64 } from "../image/base64.ts";
import { type ImageOutput, pictureOf } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import { maskOfAlpha } from "../image/mask-of-alpha.ts";
import { loadMask, loadReferences, type Reference } from "../image/references.ts";
import type { Metered } from "../media.ts";

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-stability-diffusion.html, read 2026-11-27. */
const ABILITIES: ImageAbilities = {
  maxImages: 1,
  maxReferences: 0,
  aspectRatios: ["1:1", "16:9", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21"],
  formats: ["png", "jpeg"],
  seeds: true,
  passthrough: ["negative_prompt"],
};

/** Stable Diffusion changes an image too. */
const CHANGING: ImageAbilities = { ...ABILITIES, maxReferences: 1, passthrough: ["negative_prompt", "strength"] };

/**
 * Models that edit one area of an image, which a mask or the image's own transparency shows:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/stable-image-services.html
 */
const EDITING: ImageAbilities = {
  maxImages: 1,
  minReferences: 1,
  maxReferences: 1,
  masks: true,
  formats: ["png", "jpeg", "webp"],
  seeds: true,
  passthrough: ["negative_prompt", "style_preset", "grow_mask"],
};

const ERASING: ImageAbilities = { ...EDITING, passthrough: ["grow_mask"] };
const ERASES = /stable-image-erase-object/;

/** Generates and edits images with Stability's models, the one image format of Bedrock that is still served. */
export const bedrockImage: ImageMaker = { abilities: abilitiesOf, draw };

function abilitiesOf(model: string): ImageAbilities {
  if (ERASES.test(model)) return ERASING;
  if (model.includes("stable-image-inpaint")) return EDITING;
  return model.includes("stability.sd3") ? CHANGING : ABILITIES;
}

async function draw(call: ImageCall): Promise<Metered<ImageOutput>> {
  const notes = [...call.resolved.notes];
  const body = await bodyOf(call, notes);
  const response = await postAscii(call, `/model/${encodeURIComponent(call.model)}/invoke`, {}, body);
  const reply = await readAscii(response);
  const pictures = list(reply.images).flatMap((image) => pictureOf(image) ?? []);
  const reason = list(reply.finish_reasons).find((one): one is string => typeof one === "string");
  if (reason !== undefined) throw withheldError(reason);
  if (pictures.length === 0) throw unusableError(reply);
  return { result: { pictures }, usage: { images: pictures.length }, notes };
}

/** How much an image may change, of 1: the value of AWS's own examples; Bedrock has no default. */
const STRENGTH = 0.75;

async function bodyOf(call: ImageCall, notes: string[]): Promise<Block> {
  const { request, options, resolved: target } = call;
  const { aspect, format, seed } = target;
  const isEraser = ERASES.test(call.model);
  if (isEraser) notes.push("prompt: dropped (the model only erases)");
  const shared = {
    ...(!isEraser && { prompt: request.prompt }),
    ...(format && { output_format: format }),
    ...(seed !== undefined && { seed }),
  };
  const [reference] = await loadReferences(call);
  if (reference && abilitiesOf(call.model).masks) return { ...options, ...(await editOf(call, reference)), ...shared };
  if (!reference) return { ...options, ...shared, mode: "text-to-image", ...(aspect && { aspect_ratio: aspect }) };
  if (aspect) notes.push("aspect_ratio: dropped (the input image has its own)");
  const image = await toBase64(reference.data);
  return { strength: STRENGTH, ...options, ...shared, mode: "image-to-image", image };
}

async function editOf(call: ImageCall, { data }: Reference): Promise<Block> {
  const mask = await loadMask(call);
  const image = await toBase64(data);
  return mask ? { image, mask: await toBase64(await maskOfAlpha(mask)) } : { image };
}

/** Bedrock reports what it withholds in a successful response. */
function withheldError(reason: string): UpstreamError {
  if (!reason.startsWith("Filter reason"))
    return new UpstreamError(502, `The provider returned no image: ${reason.slice(0, 100)}`, { retryable: true });
  return new UpstreamError(400, `The provider returned no image for this prompt: ${reason.slice(0, 100)}`, {
    retryable: false,
    fault: "request",
  });
}
