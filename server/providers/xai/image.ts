import { postAscii, readAscii } from "../exchange/ascii-wire.ts";
import type { Block } from "../exchange/json.ts";
import { blockOf } from "../exchange/send.ts";
import type { ImageAbilities } from "../image/abilities.ts";
import type { ImageOutput } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import { picturesIn } from "../image/pictures-in.ts";
import { dataUrlOf, loadReferences } from "../image/references.ts";
import type { Metered } from "../media.ts";
import { bearer } from "../openai/bearer.ts";

/** https://docs.x.ai/developers/model-capabilities/images, read 2026-11-22. */
const ABILITIES: ImageAbilities = {
  maxImages: 10,
  maxReferences: 3,
  resolutions: ["1K", "2K"],
  formats: ["jpeg"],
  passthrough: [],
  aspectRatios: [
    ...["1:1", "3:4", "4:3", "9:16", "16:9", "2:3", "3:2", "9:19.5", "19.5:9", "9:20", "20:9", "1:2", "2:1"],
  ],
};

/** Generates images with xAI, which has its own size fields and takes references as JSON. */
export const xaiImage: ImageMaker = { abilities: () => ABILITIES, draw };

async function draw(call: ImageCall): Promise<Metered<ImageOutput>> {
  const urls = [];
  for (const reference of await loadReferences(call)) urls.push({ type: "image_url", url: await dataUrlOf(reference) });
  const path = urls.length === 0 ? "/images/generations" : "/images/edits";
  const response = await postAscii(call, path, bearer(call.credential), bodyOf(call, urls));
  const reply = await readAscii(response);
  const pictures = await picturesIn(call, reply);
  const rawUsage = blockOf(reply, "usage");
  return {
    result: { pictures },
    usage: { images: pictures.length },
    ...(rawUsage && { rawUsage }),
    notes: call.resolved.notes,
  };
}

function bodyOf({ request, options, model, resolved: target }: ImageCall, urls: readonly object[]): Block {
  const { aspect, tier } = target;
  const references = urls.length === 1 ? { image: urls[0] } : { images: urls };
  return {
    ...options,
    model,
    prompt: request.prompt,
    n: request.n ?? 1,
    response_format: "b64_json",
    ...(aspect && { aspect_ratio: aspect }),
    ...(tier && { resolution: tier.toLowerCase() }),
    ...(urls.length > 0 && references),
  };
}
