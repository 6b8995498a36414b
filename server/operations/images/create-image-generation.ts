import { createImageGeneration as endpoint } from "#lib/contract/image-generations.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { imageGenerations } from "./image-generations.ts";

export const createImageGeneration = operation(endpoint)((gateway, call) =>
  runMedia(gateway, imageGenerations, { ...call, raw: normalized(call.raw) }),
);

/** Qualities of models that are no more, in today's words. */
const QUALITIES: Record<string, string> = { standard: "medium", hd: "high" };

/** OpenAI's body as `POST /images` takes it. */
function normalized({ response_format: _, ...body }: Body): Body {
  const quality = QUALITIES[String(body.quality)];
  return quality ? { ...body, quality } : body;
}
