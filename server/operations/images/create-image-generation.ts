import { createImageGeneration as endpoint } from "#lib/contract/image-generations.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { imageGenerations } from "./image-generations.ts";

export const createImageGeneration = operation(endpoint)((gateway, call) =>
  runMedia(gateway, imageGenerations, { ...call, raw: toImagesBody(call.raw) }),
);

/** Qualities of discontinued models, mapped to current ones. */
const QUALITIES: Record<string, string> = { standard: "medium", hd: "high" };

/** Converts OpenAI's body to that of `POST /images`. */
export function toImagesBody({ response_format: _, ...body }: Body): Body {
  const quality = QUALITIES[String(body.quality)];
  return quality ? { ...body, quality } : body;
}
