import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";
import { tokensOf } from "../text/usage.ts";
import { mediaStream } from "./openai-stream.ts";
import { pngOf } from "./png.ts";

type Body = {
  model?: string;
  prompt?: string;
  n?: number;
  size?: string;
  quality?: string;
  stream?: unknown;
  partial_images?: number;
};

/** OpenAI's image generations and edits. The images are real PNGs of the requested size, in one color. */
export const images: Endpoint = {
  method: "POST",
  path: /\/images\/(generations|edits)$/,
  conventions: openai,
  answer: generate,
};

function generate({ request, nowSeconds, fault }: Exchange): EndpointResponse {
  const body = (request.body ?? {}) as Body;
  const kind = request.path.endsWith("edits") ? "image_edit" : "image_generation";
  const { model = "", prompt = "", size = "1024x1024", quality = "high" } = body;
  const shared = { background: "opaque", output_format: "png", quality, size };
  const usage = fault.omitUsage ? {} : { usage: usageOf(prompt, Number(body.n ?? 1)) };
  if (String(body.stream) !== "true") {
    const data = Array.from({ length: Number(body.n ?? 1) }, (_, index) => ({ b64_json: picture(size, index) }));
    return { json: { created: nowSeconds, ...shared, data, ...usage } };
  }
  const partial = (index: number) => ({
    b64_json: picture(size, index),
    partial_image_index: index,
    created_at: nowSeconds,
    ...shared,
  });
  const partials = Array.from({ length: Number(body.partial_images ?? 0) }, (_, index) => ({
    type: `${kind}.partial_image`,
    ...partial(index),
  }));
  const last = {
    type: `${kind}.completed`,
    b64_json: picture(size, partials.length),
    created_at: nowSeconds,
    ...shared,
    ...usage,
  };
  return { stream: mediaStream(model, [...partials, last]) };
}

function picture(size: string, index: number): string {
  const [width = 1024, height = 1024] = size.split("x").map(Number);
  return pngOf(width || 1024, height || 1024, [(40 * index) % 256, 120, 200]).toString("base64");
}

function usageOf(prompt: string, count: number): object {
  const input = tokensOf(prompt);
  const output = 1000 * count;
  return {
    input_tokens: input,
    input_tokens_details: { text_tokens: input, image_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { text_tokens: 0, image_tokens: output },
    total_tokens: input + output,
  };
}
