import { setTimeout as wait } from "node:timers/promises";
import { UpstreamError } from "#server/errors.ts";
import { postAscii } from "../exchange/ascii-wire.ts";
import { type Block, block } from "../exchange/json.ts";
import { getFrom, readJson, unusableError } from "../exchange/send.ts";
import type { ImageAbilities, SizeRule } from "../image/abilities.ts";
import { toBase64 } from "../image/base64.ts";
import { type ImageOutput, pictureOf } from "../image/image-output.ts";
import type { ImageCall, ImageMaker } from "../image/maker.ts";
import { loadReferences } from "../image/references.ts";
import type { Metered } from "../media.ts";
import type { Usage } from "../usage/usage.ts";
import { pollingUrl } from "./polling-url.ts";

/** The sizes of FLUX.2: https://docs.bfl.ai/flux_2/flux2_text_to_image, read 2026-11-22. */
const SIZES: SizeRule = {
  step: 16,
  minSide: 64,
  maxSide: 4096,
  minPixels: 64 * 64,
  maxPixels: 4 * 1024 * 1024,
  maxRatio: 21 / 9,
};

function abilities(model: string): ImageAbilities {
  return {
    maxImages: 1,
    maxReferences: model.includes("klein") ? 4 : 8,
    sizes: SIZES,
    formats: ["jpeg", "png"],
    seeds: true,
    passthrough: ["safety_tolerance", "prompt_upsampling"],
  };
}

/** Generates images with FLUX, whose API starts a task and is polled for the result. */
export const fluxImage: ImageMaker = { abilities, draw };

async function draw(call: ImageCall): Promise<Metered<ImageOutput>> {
  const headers = { "x-key": call.credential };
  const task = await readJson(await postAscii(call, `/${call.model}`, headers, await bodyOf(call)));
  const ready = await whenReady(call, pollingUrl(task, call.baseUrl), headers);
  const { sample } = block(ready.result);
  if (typeof sample !== "string") throw unusableError(ready);
  const { data } = await call.loadResponseFile(sample);
  const picture = pictureOf(await toBase64(data));
  if (!picture) throw unusableError(ready);
  const { cost, input_mp, output_mp } = task;
  return {
    result: { pictures: [picture] },
    ...(typeof output_mp === "number" && { usage: usageOf(output_mp, input_mp) }),
    rawUsage: { cost, input_mp, output_mp },
    ...(typeof task.id === "string" && { upstreamId: task.id }),
    notes: call.resolved.notes,
  };
}

async function bodyOf(call: ImageCall): Promise<Block> {
  const { pixels, seed, format } = call.resolved;
  const references: Block = {};
  for (const [at, { data }] of (await loadReferences(call)).entries())
    references[at === 0 ? "input_image" : `input_image_${at + 1}`] = await toBase64(data);
  return {
    ...call.options,
    prompt: call.request.prompt,
    ...references,
    ...pixels,
    ...(seed !== undefined && { seed }),
    ...(format && { output_format: format }),
  };
}

const POLL_AFTER_MS = 500;

/** Polls until the image is ready. The attempt's timeouts limit the wait. */
async function whenReady(call: ImageCall, url: string, headers: Record<string, string>): Promise<Block> {
  for (;;) {
    const task = await readJson(await getFrom({ ...call, baseUrl: "" }, url, headers));
    const status = String(task.status);
    if (status === "Ready") return task;
    if (/moderated/i.test(status))
      throw new UpstreamError(400, `The provider returned no image for this prompt: ${status}`, {
        retryable: false,
        fault: "request",
      });
    if (!WORKING.has(status))
      throw new UpstreamError(502, `The provider returned no image: ${status.slice(0, 100)}`, { retryable: true });
    await wait(POLL_AFTER_MS, undefined, { signal: call.signal });
  }
}

const WORKING = new Set(["Pending", "Queued", "Processing", "Preparing", "Reasoning", "Generating"]);

/** Returns the usage. Each started megapixel of the output and of the references is charged. */
function usageOf(made: number, value: unknown): Usage {
  return { images: 1, megapixels: Math.max(1, billedMegapixels(made)) + billedMegapixels(value) };
}

/** A square of 1024 pixels counts as one megapixel, although the provider reports 1.05 for it. */
const SQUARE_MEGAPIXELS = 1.05;

function billedMegapixels(megapixels: unknown): number {
  return typeof megapixels === "number" && megapixels > 0 ? Math.ceil(megapixels / SQUARE_MEGAPIXELS) : 0;
}
