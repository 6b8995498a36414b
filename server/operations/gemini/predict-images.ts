import { predictImages as endpoint } from "#lib/contract/gemini-images.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { imagesBodyOf } from "./images-body.ts";
import { predictedImages } from "./predicted-images.ts";

export const predictImages = operation(endpoint)((gateway, call) => {
  Object.assign(call.raw, { model: call.params.model });
  return runMedia(gateway, predictedImages, { ...call, raw: imagesBodyOf(call.raw, call.params.model) });
});
