import { readAscii } from "../exchange/ascii-wire.ts";
import type { Block } from "../exchange/json.ts";
import { blockOf, postForm, postJson } from "../exchange/send.ts";
import type { ImageAbilities } from "../image/abilities.ts";
import type { ImageOutput } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import { picturesIn } from "../image/pictures-in.ts";
import { loadMask, loadReferences } from "../image/references.ts";
import type { Metered } from "../media.ts";
import { bearer } from "../openai/bearer.ts";
import { imageForm } from "../openai/image-form.ts";
import { imageUsage } from "../openai/image-usage.ts";

/** Nothing is known of the server's model, so it is asked for what the request says and rejects what it cannot do. */
const ABILITIES: ImageAbilities = {
  maxImages: 10,
  maxReferences: 16,
  masks: true,
  sizes: { step: 1, minSide: 16, maxSide: 8192, minPixels: 256, maxPixels: 8192 * 8192, maxRatio: 64 },
  qualities: ["low", "medium", "high", "auto", "standard", "hd"],
  backgrounds: ["transparent", "opaque", "auto"],
  formats: ["png", "jpeg", "webp"],
  compresses: true,
  seeds: true,
  // OpenAI's older models, and the diffusion parameters of vLLM-Omni and others.
  passthrough: ["style", "negative_prompt", "num_inference_steps", "guidance_scale", "true_cfg_scale"],
};

/** Makes images with any server that has OpenAI's `/images/generations`, and edits them with `/images/edits`. */
export const compatibleImage: ImageMaker = { abilities: () => ABILITIES, draw };

async function draw(call: ImageCall): Promise<Metered<ImageOutput>> {
  const fields = fieldsOf(call);
  const references = await loadReferences(call);
  const headers = bearer(call.credential);
  const response =
    references.length === 0
      ? await postJson(call, "/images/generations", headers, fields)
      : await postForm(call, "/images/edits", headers, await imageForm(fields, references, await loadMask(call)));
  const reply = await readAscii(response);
  const pictures = await picturesIn(call, reply);
  const rawUsage = blockOf(reply, "usage");
  return {
    result: { pictures },
    usage: { ...(rawUsage && imageUsage(rawUsage)), images: pictures.length },
    ...(rawUsage && { rawUsage }),
    notes: call.resolved.notes,
  };
}

function fieldsOf({ request, options, model, resolved: target }: ImageCall): Block {
  const { pixels, quality, background, format, compression, seed } = target;
  const fields: Block = {
    ...options,
    model,
    prompt: request.prompt,
    n: request.n,
    user: request.user,
    size: pixels && `${pixels.width}x${pixels.height}`,
    quality,
    background,
    output_format: format,
    output_compression: compression,
    seed,
    response_format: "b64_json",
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
